// Authentication alone: any HTTP server can use the authenticators of @svc/authn.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bearerAuthenticator, fromRequest, staticTokens, unionAuthenticator } from "@svc/authn";

// Others: `jwtVerifier` for OpenID Connect, `serviceAccountVerifier`, `clientCertificateAuthenticator`, `webhookVerifier`.
const tokens = staticTokens([["s3cret-of-alice", { name: "alice", groups: ["developers"] }]]);
const authenticator = unionAuthenticator([bearerAuthenticator(tokens)]);

const server = createServer(async (request, response) => {
  const result = await authenticator.authenticate(fromRequest(request));
  response.statusCode = result.kind === "authenticated" ? 200 : 401;
  response.end(result.kind === "authenticated" ? `hello ${result.user.name}` : result.kind);
}).listen(0, "127.0.0.1");
await once(server, "listening");

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const get = async (headers: Record<string, string>) => (await fetch(url, { headers })).text();
console.log(await get({ authorization: "Bearer s3cret-of-alice" })); // hello alice
console.log(await get({ authorization: "Bearer guessed" })); // rejected
console.log(await get({})); // absent
server.close();
server.closeAllConnections();
