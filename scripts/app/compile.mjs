// node compile.mjs FOLDER: compile FOLDER/sources.tar to FOLDER/bytecode.tar by the Pyodide that lies in FOLDER.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.writeFile("/tmp/sources.tar", readFileSync(`${folder}/sources.tar`));
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
writeFileSync(`${folder}/bytecode.tar`, python.FS.readFile("/tmp/bytecode.tar"));
