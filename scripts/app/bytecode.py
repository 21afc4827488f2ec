"""Compile the code for phones to bytecode, with the Python version that runs there.

`compile.mjs` starts this on the computer that builds the app. The input is an archive of sources. The output is
an archive of bytecode with the same file names, which needs no sources.
"""

import importlib.util
import io
import marshal
import tarfile

FLAGS_AND_HASH = b"\1\0\0\0" + bytes(8)
"""Header of bytecode that is not compared with a source (PEP 552)."""

with tarfile.open("/tmp/sources.tar") as sources, tarfile.open("/tmp/bytecode.tar", "w") as bytecode:
    for member in sources:
        file = sources.extractfile(member)
        assert file is not None
        code = compile(file.read(), member.name, "exec", dont_inherit=True)
        done = importlib.util.MAGIC_NUMBER + FLAGS_AND_HASH + marshal.dumps(code)
        member.size = len(done)
        bytecode.addfile(member, io.BytesIO(done))
