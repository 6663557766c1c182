import { type Choices, mutatedBytes } from "./choices.ts";

const methods = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "CONNECT",
  "PRI",
  "get",
  "",
  "G\tT",
] as const;
const targets = [
  "/api/v1/namespaces/default/configmaps",
  "/readyz",
  "*",
  "http://here/version",
  "//",
  "/%",
  "/api/v1/pods?watch=true&timeoutSeconds=1",
  "/\u0000",
  `/${"a".repeat(20_000)}`,
] as const;
const versions = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "http/1.1", ""] as const;
const fields = [
  "host: here",
  "host: here",
  "host:",
  "content-length: 5",
  "content-length: 5, 5",
  "content-length: 6",
  "content-length: -1",
  "content-length: 99999999999999999999",
  "content-length: 0x5",
  "transfer-encoding: chunked",
  "transfer-encoding: chunked, identity",
  "transfer-encoding : chunked",
  "transfer-encoding: gzip, chunked",
  "connection: close",
  "connection: upgrade",
  "upgrade: websocket",
  "upgrade: h2c",
  "expect: 100-continue",
  "expect: 200-ok",
  "content-type: application/json",
  "content-encoding: gzip",
  " folded: value",
  "no-colon",
  ": no name",
  "a\u0000b: c",
  `x: ${"y".repeat(70_000)}`,
  "accept-encoding: gzip",
] as const;
const bodies = [
  "",
  "hello",
  '{"metadata":{"name":"a"}}',
  "5\r\nhello\r\n0\r\n\r\n",
  "5;ext=1\r\nhello\r\n0\r\ntrailer: x\r\n\r\n",
  "FFFFFFFFFFFFFFFFF\r\nx",
  "-1\r\nx\r\n",
  "5\r\nhelloXX0\r\n\r\n",
  "0\r\n\r\nGET /version HTTP/1.1\r\nhost: here\r\n\r\n",
] as const;

/** Bytes of one to four HTTP/1.1 requests, of which some are none. */
export function http1Bytes(choices: Choices): Buffer {
  const requests = Array.from({ length: 1 + choices.integer(4) }, () => {
    const end = choices.pick(["\r\n", "\r\n", "\r\n", "\n", "\r"]);
    const line = `${choices.pick(methods)} ${choices.pick(targets)} ${choices.pick(versions)}`;
    const head = [line, ...Array.from({ length: choices.integer(6) }, () => choices.pick(fields))];
    return `${head.join(end)}${end}${end}${choices.pick(bodies)}`;
  });
  return mutatedBytes(Buffer.from(requests.join(""), "latin1"), choices);
}
