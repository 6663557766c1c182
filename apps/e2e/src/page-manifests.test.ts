import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readYamlDocuments } from "@svc/codec";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { startTestServer, type TestServer } from "@svc/testing";
import { expect, test } from "vitest";

const guide = fileURLToPath(new URL("../../../docs/guide/", import.meta.url));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
}

/** Groups of files that flags name: their readers have tests of their own. */
const configurationGroups = ["apiserver.config.k8s.io", "apiserver.k8s.io", "audit.k8s.io"];

const isObject = ({ apiVersion, kind }: Partial<Manifest>): boolean =>
  apiVersion !== undefined && kind !== undefined && !configurationGroups.includes(apiVersion.split("/")[0] ?? "");

const manifests = readdirSync(guide)
  .filter((page) => page.endsWith(".md"))
  .flatMap((page) =>
    [...readFileSync(`${guide}${page}`, "utf8").matchAll(/```yaml\n(.*?)```|<<'YAML'\n(.*?)\nYAML/gs)].flatMap(
      ([, block, input]) =>
        [...readYamlDocuments(Buffer.from(block ?? input ?? ""))]
          .map(({ value }) => value as unknown as Manifest)
          .filter(isObject)
          .map((manifest) => ({ page, manifest, name: `${manifest.kind} ${manifest.metadata?.name}` })),
    ),
  );

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
