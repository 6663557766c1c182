import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readYamlDocuments } from "@svc/codec";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { startTestServer, type TestServer } from "@svc/testing";
import { expect, test } from "vitest";
import { startServerProcess } from "./server-process.ts";

const guide = fileURLToPath(new URL("../../../docs/guide/", import.meta.url));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
}

/** Flags that name a file, by the kind that it has. */
const flagsOfKinds: ReadonlyMap<string, string> = new Map([
  ["AuthenticationConfiguration", "authentication-config"],
  ["EgressSelectorConfiguration", "egress-selector-config-file"],
  ["Policy", "audit-policy-file"],
  ["TracingConfiguration", "tracing-config-file"],
]);

const all = readdirSync(guide)
  .filter((page) => page.endsWith(".md"))
  .flatMap((page) =>
    [...readFileSync(`${guide}${page}`, "utf8").matchAll(/```yaml\n(.*?)```|<<'YAML'\n(.*?)\nYAML/gs)].flatMap(
      ([, block, input]) =>
        [...readYamlDocuments(Buffer.from(block ?? input ?? ""))]
          .map(({ value }) => value as unknown as Manifest)
          .filter(({ apiVersion, kind }: Partial<Manifest>) => apiVersion !== undefined && kind !== undefined)
          .map((manifest) => ({ page, manifest, name: `${manifest.kind} ${manifest.metadata?.name}` })),
    ),
  );

const manifests = all.filter(({ manifest }) => !flagsOfKinds.has(manifest.kind));
const configurations = all.filter(({ manifest }) => flagsOfKinds.has(manifest.kind));

async function pathOf(server: TestServer, { apiVersion, kind }: Manifest): Promise<string> {
  const base = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const list = (await (await server.fetch(base)).json()) as {
    readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
  };
  const resource = list.resources?.find((one) => one.kind === kind && !one.name.includes("/"));
  if (resource === undefined) throw new Error(`${apiVersion} has no ${kind}`);
  return `${base}/${resource.namespaced ? "namespaces/default/" : ""}${resource.name}`;
}

test("the guide has objects", () => expect(manifests.length).toBeGreaterThan(3));

test.each(manifests)("$page: a server accepts $name, without unknown fields", async ({ manifest }) => {
  const dialect = manifest.apiVersion.includes(".svc.io/") ? svcDialect : kubernetesDialect;
  await using server = await startTestServer({ dialect });
  const response = await server.fetch(`${await pathOf(server, manifest)}?fieldValidation=Strict`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(manifest),
  });
  expect([response.status, await response.json()]).toMatchObject([201, { kind: manifest.kind }]);
});

test("a server starts with all configuration files of the guide", async () => {
  expect(new Set(configurations.map(({ manifest }) => manifest.kind))).toEqual(new Set(flagsOfKinds.keys()));
  const folder = mkdtempSync(join(tmpdir(), "svc-pages-"));
  try {
    const flags = configurations.map(({ manifest }) => {
      const file = join(folder, `${manifest.kind}.json`);
      writeFileSync(file, JSON.stringify(manifest));
      return `--${flagsOfKinds.get(manifest.kind)}=${file}`;
    });
    const audit = `--audit-log-path=${join(folder, "audit.log")}`;
    await using server = await startServerProcess("kubernetes", [...flags, audit]);
    expect(server.url).toMatch(/^https:/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
