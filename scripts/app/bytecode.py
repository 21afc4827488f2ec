"""Compile what runs on a phone, by the very Python that runs there: `compile.mjs` starts it, once, on who builds.

In: an archive of sources.  Out: an archive of bytecode under the same names, that needs no source beside it.
"""

import importlib.util
import io
import marshal
import tarfile

FLAGS_AND_HASH = b"\1\0\0\0" + bytes(8)
"""Bytecode that is not compared with a source (PEP 552)."""

with tarfile.open("/tmp/sources.tar") as sources, tarfile.open("/tmp/bytecode.tar", "w") as bytecode:
    for one in sources:
        file = sources.extractfile(one)
        assert file is not None
        code = compile(file.read(), one.name, "exec", dont_inherit=True)
        done = importlib.util.MAGIC_NUMBER + FLAGS_AND_HASH + marshal.dumps(code)
        one.size = len(done)
        bytecode.addfile(one, io.BytesIO(done))
