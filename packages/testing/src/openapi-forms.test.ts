import { expect, test } from "vitest";
import { startTestServer } from "./index.ts";

const v2 = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const v3 = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";
const json = "application/json";

test("OpenAPI documents are JSON or protobuf, by the Accept header", async () => {
  await using server = await startTestServer();
  const ask = async (path: string, accept: string): Promise<readonly [number, string, string]> => {
    const response = await server.fetch(path, { headers: { accept } });
    const body = Buffer.from(await response.arrayBuffer());
    // Both documents begin with the version of OpenAPI: as their first field, or as their first
    // member.
    const version = /^\n.(\d\.\d(\.\d)?)|^\{"(?:swagger|openapi)":"([\d.]+)"/.exec(body.subarray(0, 40).toString());
    return [response.status, response.headers.get("content-type") ?? "", version?.[1] ?? version?.[3] ?? ""];
  };
  const core = "/openapi/v3/api/v1";
  const table: readonly (readonly [string, string, readonly [number, string, string]])[] = [
    ["/openapi/v2", v2, [200, v2, "2.0"]],
    ["/openapi/v2", v2.replace(".v1.0", "@v1.0"), [200, v2, "2.0"]],
    ["/openapi/v2", `${v2};q=0.5, application/json;q=0.1`, [200, v2, "2.0"]],
    ["/openapi/v2", "application/*", [200, json, "2.0"]],
    ["/openapi/v2", v3, [406, "", ""]],
    ["/openapi/v2", "text/html", [406, "", ""]],
    [core, v3.replace(".v1.0", "@v1.0"), [200, v3, "3.0.0"]],
    [core, `${v2}, */*`, [200, json, "3.0.0"]],
    [core, v2, [406, "", ""]],
  ];
  for (const [path, accept, want] of table)
    expect([path, accept, await ask(path, accept)]).toEqual([path, accept, want]);
});

test("both forms of a document have one tag, and are not sent again to a client that has it", async () => {
  await using server = await startTestServer();
  const first = await server.fetch("/openapi/v2", { headers: { accept: json } });
  const tag = first.headers.get("etag") ?? "";
  for (const tags of [tag, `"a", ${tag}`, `W/${tag}`, "*"]) {
    const again = await server.fetch("/openapi/v2", { headers: { accept: v2, "if-none-match": tags } });
    expect([tag.length > 2, tags, again.status]).toEqual([true, tags, 304]);
  }
  const other = await server.fetch("/openapi/v2", { headers: { "if-none-match": '"a"' } });
  expect(other.status).toBe(200);
});

test.each(["identity", "gzip"])("the document of version 2 varies by both headers, encoded as %s", async (encoding) => {
  await using server = await startTestServer();
  const { headers } = await server.fetch("/openapi/v2", { headers: { "accept-encoding": encoding } });
  expect(headers.get("vary")).toBe("Accept-Encoding, Accept");
});

test("an empty hash selects the current document", async () => {
  await using server = await startTestServer();
  const { status } = await server.fetch("/openapi/v3/api/v1?hash=", { redirect: "manual" });
  expect(status).toBe(200);
});

test.each([
  ["/openapi/v3/version", "*/json", 200, '{"openapi":"3.0.0"'],
  ["/openapi/v2", "*/json", 200, '{"swagger":"2.0"'],
  ["/openapi/v3/version", "garbage", 200, ""],
  ["/openapi/v2", "garbage", 406, ""],
])("%s with Accept %s answers %d", async (path, accept, code, begins) => {
  await using server = await startTestServer();
  const response = await server.fetch(path, { headers: { accept } });
  const text = await response.text();
  expect([response.status, text.slice(0, begins === "" ? undefined : begins.length)]).toEqual([code, begins]);
});
