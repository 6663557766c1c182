import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The programs that `svc-testing assets` puts into folders are those of the server's own build.
const from = new URL("../../../apps/apiserver/dist/", import.meta.url);
const to = new URL("../dist/programs/", import.meta.url);

mkdirSync(fileURLToPath(to), { recursive: true });
for (const name of ["main.js", "program.cjs", "etcd.js"])
  copyFileSync(fileURLToPath(new URL(name, from)), fileURLToPath(new URL(name, to)));
