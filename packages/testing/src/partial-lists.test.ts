import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ dialect });
});
afterAll(async () => server[Symbol.asyncDispose]());

/** The numbers of the fields in a message. */
function fieldNumbers(message: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < message.length; ) {
    numbers.push((message[at] as number) >> 3);
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = message[++at] as number;
      length |= (byte & 0x7f) << shift;
      more = byte >= 0x80;
    }
    at += 1 + length;
  }
  return numbers;
}

test.each([
  ["v1", [1, 2, 2, 2, 2]],
  ["v1beta1", [1, 1, 1, 1, 2]],
])("a PartialObjectMetadataList of %s has the fields %j in protobuf", async (version, want) => {
  const accept = `application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=${version}`;
  const response = await server.fetch("/api/v1/namespaces", { headers: { accept } });
  const body = Buffer.from(await response.arrayBuffer());
  // The envelope: its type, then the message with its length of one or two bytes.
  const typeLength = body[5] as number;
  const start = 4 + 2 + typeLength + 1;
  const lengthBytes = (body[start] as number) < 128 ? 1 : 2;
  const end = body.length - 4;
  expect(fieldNumbers(body.subarray(start + lengthBytes, end))).toEqual(want);
});
