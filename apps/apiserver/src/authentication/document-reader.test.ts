import { listen } from "@svc/http";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { expect, test } from "vitest";
import { createDocumentReader } from "./document-reader.ts";

const life = { nowMs: Date.now(), days: 1 };

async function issuer() {
  const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
  const subject = { commonName: "issuer" };
  const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
  const listener = await listen(
    (request) => ({
      status: request.target === "/moved" ? 302 : 200,
      headers: ["Location", "/elsewhere"],
      body:
        request.target === "/long"
          ? Buffer.alloc(1024 * 1024 + 1)
          : Buffer.from(`${request.target} ${request.header("accept")}`),
    }),
    { port: 0, address: "127.0.0.1", tls },
  );
  return { url: `https://127.0.0.1:${listener.port}`, ca: authority.certificate, close: () => listener.close(0) };
}

test("documents are read over TLS, up to their bound, and redirects are not followed", async () => {
  const { url, ca, close } = await issuer();
  const read = createDocumentReader(ca);
  const { status, body } = await read(`${url}/keys`);
  expect([status, body.toString()]).toEqual([200, "/keys application/json"]);
  expect((await read(`${url}/moved`)).status).toBe(302);
  await expect(read(`${url}/long`)).rejects.toThrow("the response has more than 1048576 bytes");
  await expect(createDocumentReader("")(`${url}/keys`)).rejects.toThrow(/certificate/);
  await expect(read("http://127.0.0.1:1/keys")).rejects.toThrow("only https: URLs are allowed");
  await close();
});
