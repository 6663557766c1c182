import { startTestServer, type TestServer } from "../../index.ts";
import { type HostileBody, pods } from "./body.ts";

/** Pods of the server that these requests list. */
const count = 10_000;
const atOnce = 20;

const table = "application/json;as=Table;v=v1;g=meta.svc.io";
const terms = (length: number, term: (i: number) => string): string =>
  encodeURIComponent(Array.from({ length }, (_, i) => term(i)).join(","));
const list = (name: string, query: string, accept = "application/json"): HostileBody => ({
  name: `a list of ${count} pods: ${name}`,
  method: "GET",
  path: `${pods}?${query}`,
  headers: { accept },
});

/** Lists of many objects, each the first request after a start. */
export const longLists: readonly HostileBody[] = [
  list("all", ""),
  list("indented", "pretty=true"),
  list("as a table", "", table),
  list("as metadata", "", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.svc.io"),
  list("as protobuf", "", "application/vnd.svc.protobuf"),
  list("by a label", "labelSelector=app%3Da1"),
  list("by a label that most lack", "labelSelector=!none"),
  list("by many values of a label", `labelSelector=n+in+(${terms(3_000, (i) => `v${i}`)})`),
  list("by many values that a label has not", `labelSelector=n+notin+(${terms(3_000, (i) => `x${i}`)})`),
  list("by many labels that are absent", `labelSelector=${terms(3_000, (i) => `!k${i}`)}`),
  list("by many values of one label, one by one", `labelSelector=${terms(3_000, (i) => `n!=x${i}`)}`),
  list("by a field", "fieldSelector=spec.nodeName%3Dx"),
  list("by many names that are excluded", `fieldSelector=${terms(1_500, (i) => `metadata.name!=x${i}`)}`),
];

/** A server with many pods. */
export async function startLongListServer(): Promise<TestServer> {
  const server = await startTestServer();
  const create = async (i: number): Promise<void> => {
    const metadata = { name: `p${i}`, labels: { app: `a${i % 10}`, n: `v${i}` }, annotations: { a: "x".repeat(300) } };
    const body = JSON.stringify({ metadata, spec: { containers: [{ name: "c", image: "i" }] } });
    const response = await server.fetch(pods, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    if (response.status !== 201) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  for (let i = 0; i < count; i += atOnce) await Promise.all(Array.from({ length: atOnce }, (_, k) => create(i + k)));
  return server;
}
