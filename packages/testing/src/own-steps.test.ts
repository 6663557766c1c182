import type { AdmissionPlugin } from "@svc/admission";
import { type ApiObject, forbiddenError } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const refuse: NonNullable<AdmissionPlugin["validate"]> = ({ resource, name }) => {
  throw forbiddenError({ ...resource, name }, "not here");
};
const maps = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };

/** One step for each way to match; each is about a label of its own, so that they do not meet. */
const matched = (name: string, match: NonNullable<AdmissionPlugin["match"]>): AdmissionPlugin => ({
  name,
  operations: ["CREATE", "UPDATE", "DELETE"],
  match: { rules: [maps], objectSelector: { matchLabels: { step: name } }, ...match },
  validate: refuse,
});

interface Definition extends ApiObject {
  readonly spec: { readonly names: { readonly shortNames: string[] } };
}
const definitions = "customresourcedefinitions.apiextensions.svc.io";
/** Changes the spec in place in each write of the status, which must leave the spec as it is. */
const inPlace: AdmissionPlugin = {
  name: "in-place",
  operations: ["UPDATE"],
  resources: [`${definitions}/status`],
  mutate: ({ object }) => {
    const { names } = (object as Definition).spec;
    names.shortNames.push(`short${names.shortNames.length}`);
  },
};

const reached = Promise.withResolvers<void>();
const steps: readonly AdmissionPlugin[] = [
  inPlace,
  matched("rules", {}),
  matched("namespaces", { namespaceSelector: { matchLabels: { team: "a" } } }),
  matched("conditions", { matchConditions: [{ name: "c", expression: "object.metadata.name.startsWith('debug-')" }] }),
  matched("errors", { matchConditions: [{ name: "c", expression: "object.none == 1" }] }),
  {
    ...matched("hangs", {}),
    validate: () => {
      reached.resolve();
      return new Promise(() => undefined);
    },
  },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { admission: steps } });
  await send("/api/v1/namespaces", { metadata: { name: "labelled", labels: { team: "a" } } });
});
afterAll(() => server[Symbol.asyncDispose]());

async function send(path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const { message = "" } = (await response.json()) as { message?: string };
  return `${response.status} ${message}`.trim();
}

const create = (step: string, name: string, namespace = "default", query = "dryRun=All"): Promise<string> =>
  send(`/api/v1/namespaces/${namespace}/configmaps?${query}`, { metadata: { name, labels: { step } } });

test.each([
  { step: "none", name: "a", namespace: "default", want: "201" },
  { step: "rules", name: "a", namespace: "default", want: '403 configmaps "a" is forbidden: not here' },
  { step: "namespaces", name: "a", namespace: "default", want: "201" },
  { step: "namespaces", name: "a", namespace: "labelled", want: '403 configmaps "a" is forbidden: not here' },
  { step: "conditions", name: "a", namespace: "default", want: "201" },
  {
    step: "conditions",
    name: "debug-a",
    namespace: "default",
    want: '403 configmaps "debug-a" is forbidden: not here',
  },
  {
    step: "errors",
    name: "a",
    namespace: "default",
    want: `403 configmaps "a" is forbidden: expression 'object.none == 1' resulted in error: no such key: none`,
  },
])("a step matched by $step, for $name in $namespace: $want", async ({ step, name, namespace, want }) => {
  expect(await create(step, name, namespace)).toBe(want);
});

test("a request of another resource skips a step whose rules exclude it", async () => {
  const secret = { metadata: { name: "a", labels: { step: "rules" } } };
  expect(await send("/api/v1/namespaces/default/secrets?dryRun=All", secret)).toBe("201");
});

test("a step may change parts in place that a write by the server leaves as they are", async () => {
  const path = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";
  const spec = {
    ...{ group: "example.com", scope: "Cluster", names: { plural: "foos", kind: "Foo", shortNames: ["f"] } },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  };
  expect(await send(path, { metadata: { name: "foos.example.com" }, spec })).toBe("201");
  await server.settle();
  const response = await server.fetch(`${path}/foos.example.com`);
  expect(await response.json()).toMatchObject({
    spec: { names: { shortNames: ["f"] } },
    status: { conditions: [{ type: "NamesAccepted" }, { type: "Established", status: "True" }] },
  });
  const foo = { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "a" } };
  expect(await send("/apis/example.com/v1/foos", foo)).toBe("201");
});

test("a step that does not end is waited for until the deadline of the request", async () => {
  const response = create("hangs", "a", "default", "timeout=5s");
  await reached.promise;
  server.clock.advance(4_999);
  server.clock.advance(1);
  expect(await response).toBe("504 Timeout: request did not complete within the allotted timeout");
});
