/**
 * A webhook that allows everything and does as little as possible: it searches the review for its
 * uid and version, and does not parse the rest.
 * node webhook.ts PROTOCOL (h2, which also serves HTTP/1.1, or http/1.1)
 * It prints its port and its authority as one line of JSON.
 */
import { type Handler, type HttpResponse, listen, listenNode } from "@svc/http";
import { issueCertificate, makeAuthority } from "@svc/pki";

const [protocol = "h2"] = process.argv.slice(2);
const maxBytes = 16 * 1024 * 1024;
const uidMark = /"uid":\s*"(?<uid>[^"]+)"/;
const versionMark = /"apiVersion":\s*"(?<version>admission\.[^"]+)"/;

function responseTo(body: Buffer): HttpResponse {
  const head = body.toString("latin1", 0, 1000);
  const { uid } = uidMark.exec(head)?.groups ?? {};
  const { version: apiVersion } = versionMark.exec(head)?.groups ?? {};
  const review = { kind: "AdmissionReview", apiVersion, response: { uid, allowed: true } };
  const answer = Buffer.from(JSON.stringify(review));
  return { status: 200, headers: ["Content-Type", "application/json"], body: answer };
}

const handler: Handler = async (request) => responseTo(await request.readBody(maxBytes));

const life = { nowMs: Date.now(), days: 2 };
const authority = await makeAuthority({ subject: { commonName: "webhooks" }, ...life });
const subject = { commonName: "webhook" };
const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
const options = { port: 0, address: "127.0.0.1", tls };
const { port } = await (protocol === "h2"
  ? listen(handler, options)
  : listenNode(handler, { ...options, http2: false }));
console.log(JSON.stringify({ port, authority: authority.certificate }));
