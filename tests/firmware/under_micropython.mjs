// Runs a Python script under MicroPython: node under_micropython.mjs MODULE_DIR FOLDER SCRIPT
// All .py files of FOLDER are importable, as on the Pico's flash. This port can only collect garbage between
// two pieces of Python, so a script may be cut with lines of "# collect".
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [moduleDir, folder, script] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.join(moduleDir, "micropython.mjs")).href);
const micropython = await loadMicroPython({ linebuffer: true, stdout: (line) => console.log(line) });
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".py"))) {
  micropython.FS.writeFile("/" + name, fs.readFileSync(path.join(folder, name)));
}
micropython.runPython("import sys, os; sys.path.append('/'); os.chdir('/')");
for (const piece of fs.readFileSync(script, "utf8").split("# collect\n")) {
  micropython.runPython(piece);
  micropython.runPython("import gc; gc.collect()");
}
