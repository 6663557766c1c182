import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AssetsError } from "./assets-error.ts";
import { findKubectl } from "./kubectl.ts";
import { launcherOf } from "./launcher.ts";

/** Options of the creation of a folder. */
export interface AssetsOptions {
  /** @default the one that npm has, or that of the PATH */
  readonly kubectl?: string | undefined;
  /** Makes it anew although the same is there. */
  readonly force?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** The folder of the server's programs, beside this one. */
export const programsFolder: string = fileURLToPath(new URL("./programs/", import.meta.url));
/** Identifies this release and its options: a folder with another stamp is created again. */
const stampFile = "made-by";

/**
 * Makes a folder with `kube-apiserver`, `etcd` and `kubectl`; does nothing where this release has
 * made it.
 * @throws {AssetsError}
 */
export async function makeAssets(folder: string, options: AssetsOptions): Promise<void> {
  if (process.platform === "win32")
    throw new AssetsError("the programs are started by a shell: use Linux, macOS or WSL");
  const lib = join(folder, "lib");
  const stamp = await stampOf();
  const isMade = options.force !== true && readIfThere(join(lib, stampFile)) === stamp;
  if (isMade && (options.kubectl === undefined || existsSync(join(folder, "kubectl")))) return;
  rmSync(lib, { recursive: true, force: true });
  mkdirSync(lib, { recursive: true });
  for (const name of ["main.js", "program.cjs", "etcd.js"]) copyFileSync(programPath(name), join(lib, name));
  writeFileSync(join(lib, "package.json"), '{ "type": "module" }\n');
  await warmUp(lib);
  for (const program of ["kube-apiserver", "etcd"] as const) {
    const command = program === "etcd" ? ["etcd.js"] : ["main.js", "kube-apiserver"];
    const help = await output(lib, [...command, "--help"]);
    const version = await output(lib, [...command, "--version"]);
    writeFileSync(join(lib, `${program}.help`), help);
    writeFileSync(join(lib, `${program}.version`), version);
    putProgram(join(folder, program), launcherOf({ program, command, lib, node: process.execPath }));
  }
  const kubectl = await findKubectl(options);
  if (kubectl !== undefined) putProgram(join(folder, "kubectl"), kubectl);
  writeFileSync(join(lib, stampFile), stamp);
}

function programPath(name: string): string {
  return join(programsFolder, name);
}

async function stampOf(): Promise<string> {
  const { createHash } = await import("node:crypto");
  let program: Buffer;
  try {
    program = readFileSync(programPath("program.cjs"));
  } catch (cause) {
    throw new AssetsError("the server's programs are not there: build @svc/testing first", { cause });
  }
  return `${createHash("sha256").update(program).digest("hex")} ${process.execPath} ${process.version}\n`;
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Puts a whole file in place, although another process may be starting the one before. */
function putProgram(path: string, bytes: string | Uint8Array): void {
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, bytes);
  chmodSync(partial, 0o755);
  renameSync(partial, path);
}

/** Starts the server once: it keeps what Node compiles, so that no test waits for that. */
async function warmUp(lib: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "svc-testing-"));
  try {
    const flags = [`--data-dir=${folder}`, "--dialect=kubernetes", "--secure-port=0", "--bind-address=127.0.0.1"];
    const server = spawn(process.execPath, [join(lib, "main.js"), ...flags, "--controllers="], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("ready in")) server.kill("SIGTERM");
    });
    const [code] = (await once(server, "exit")) as [number | null];
    if (code !== 0) throw new AssetsError(`the server does not start: it ended with code ${code}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function output(lib: string, [file = "", ...args]: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(lib, file), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}
