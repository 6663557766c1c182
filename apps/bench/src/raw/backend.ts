/**
 * A server behind the server that does as little as possible: an extension server that responds to
 * every get with the same 2 KB, and a kubelet whose upgraded connections are silent or send without
 * pause (port 1).
 * node backend.ts PROTOCOL (h2, which also serves HTTP/1.1, or http/1.1)
 * It prints its port as one line.
 */
import { type Handler, listen, listenNode, type ResponseWriter } from "@svc/http";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { configMap } from "../objects/objects.ts";

const [protocol = "h2"] = process.argv.slice(2);
const object = Buffer.from(configMap("thing", { bytes: 2048 }));
const json = ["Content-Type", "application/json"];
const flood = Buffer.alloc(64 * 1024, "x");

function floodTo(writer: ResponseWriter): void {
  const send = (): void => {
    while (writer.write(flood));
  };
  writer.onDrain(send);
  send();
}

const handler: Handler = (request) => {
  const { target, upgrade } = request;
  const [offered] = upgrade?.protocols ?? [];
  if (upgrade === undefined || offered === undefined) {
    const [, group, version] = /^\/apis\/([^/]+)\/([^/?]+)$/.exec(target) ?? [];
    if (group === undefined) return { status: 200, headers: json, body: object };
    const resources = [{ name: "things", singularName: "thing", namespaced: true, kind: "Thing", verbs: ["get"] }];
    const list = { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/${version}`, resources };
    return { status: 200, headers: json, body: Buffer.from(JSON.stringify(list)) };
  }
  return upgrade.accept({
    protocol: offered,
    start: ({ writer }) => {
      if (target.endsWith("port=1")) floodTo(writer);
    },
  });
};

const life = { nowMs: Date.now(), days: 2 };
const authority = await makeAuthority({ subject: { commonName: "backends" }, ...life });
const subject = { commonName: "backend" };
const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
const options = { port: 0, address: "127.0.0.1", tls };
const { port } = await (protocol === "h2"
  ? listen(handler, options)
  : listenNode(handler, { ...options, http2: false }));
console.log(port);
