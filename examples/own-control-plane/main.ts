// A control plane of one type, Greeting, whose users have API keys. It keeps its objects below ./data.
//   node main.ts          makes a request and ends
//   node main.ts --serve  serves until Ctrl-C, for kubectl: see the README
import { writeFile } from "node:fs/promises";
import { type Authenticator, fromRequest } from "@svc/authn";
import { alwaysAllow } from "@svc/authz";
import { kubernetesDialect } from "@svc/meta";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { defineResource } from "@svc/schema";
import { createServer } from "@svc/server";
import { openEmbeddedStorage } from "@svc/storage/embedded";
import { z } from "zod";

const greetings = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Greeting",
  schema: z.object({ spec: z.object({ text: z.string().min(1).default("hello") }) }),
});

const users = new Map([["key-of-alice", "alice"]]);
const authenticator: Authenticator = {
  authenticate: (request) => {
    const key = request.header("authorization")?.replace(/^Bearer /, "");
    if (key === undefined) return { kind: "absent" };
    const name = users.get(key);
    return name === undefined
      ? { kind: "rejected", reason: "unknown API key" }
      : { kind: "authenticated", user: { name } };
  },
};

const storage = await openEmbeddedStorage({ dir: "./data" });
const server = await createServer({
  resources: [greetings],
  dialect: kubernetesDialect,
  storage,
  authenticator,
  authorizer: alwaysAllow,
});
await server.ready;

const request = new Request("https://any.host/apis/example.com/v1/namespaces/default/greetings?dryRun=All", {
  method: "POST",
  headers: { authorization: "Bearer key-of-alice", "content-type": "application/json" },
  body: JSON.stringify({ apiVersion: "example.com/v1", kind: "Greeting", metadata: { name: "a" }, spec: {} }),
});
console.log((await authenticator.authenticate(fromRequest(request))).kind); // authenticated
const made = (await (await server.fetch(request)).json()) as { spec: object };
console.log(made.spec); // { text: 'hello' }

if (process.argv.includes("--serve")) {
  const authority = await makeAuthority({ subject: { commonName: "greetings" } });
  const hosts = ["localhost", "127.0.0.1"];
  const tls = await issueCertificate(authority, { subject: { commonName: "server" }, usage: "server", hosts });
  const listener = await server.listen({ port: 6443, address: "127.0.0.1", tls });
  await writeFile("ca.crt", authority.certificate);
  console.log(
    `kubectl --server=https://localhost:${listener.port} --certificate-authority=ca.crt --token=key-of-alice get greetings`,
  );
  await new Promise((resolve) => process.once("SIGINT", resolve));
  await listener.close(1000);
}
await server.close();
await storage.close();
