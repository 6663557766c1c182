/**
 * The cost of authenticating a known client. `node --conditions=svc-source
 * bench/authenticate.ts`
 */
import { generateKeyPairSync } from "node:crypto";
import {
  type AuthenticationRequest,
  bearerAuthenticator,
  createTokenIssuer,
  parseSigningKey,
  serviceAccountVerifier,
  staticTokens,
  unionAuthenticator,
  unionVerifier,
  withAnonymous,
  withAuthenticatedGroup,
} from "@svc/authn";
import { systemClock as clock } from "@svc/base";
import { kubernetesDialect as dialect } from "@svc/meta";

const rounds = 200_000;
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const parsed = parseSigningKey(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
if (!parsed.ok) throw new TypeError(parsed.message);

const options = { dialect, clock, apiAudiences: ["api"] };
const bot = { name: "bot", uid: "u" };
const issuer = createTokenIssuer({ ...options, issuer: "https://own", key: parsed.keys, randomUid: () => "id" });
const requested = { namespace: "default", serviceAccount: bot, audiences: ["api"], expirationSeconds: 3_600 };
const { token } = await issuer.issue(requested);

const user = (name: string) => ({ name, uid: "", groups: [], extra: {} });
const tokens = unionVerifier([
  staticTokens([["of-the-file", user("carol")]]),
  serviceAccountVerifier({
    ...options,
    issuers: ["https://own"],
    keys: [parsed.keys],
    objects: { get: () => ({ metadata: bot }) },
  }),
]);
const own = bearerAuthenticator(staticTokens([["of-the-administrator", user("admin")]]));
const all = unionAuthenticator([own, bearerAuthenticator(tokens, { audiences: ["api"] })]);
const authenticator = withAnonymous(withAuthenticatedGroup(all));

const requestWith = (header: string | undefined): AuthenticationRequest => ({
  header: (name) => (name === "authorization" ? header : undefined),
  headerLines: () => [],
  path: "/",
  remoteAddress: "",
  peerCertificates: () => [],
});

async function measure(name: string, header: string | undefined): Promise<void> {
  const request = requestWith(header);
  await authenticator.authenticate(request);
  for (let i = 0; i < rounds / 5; i++) authenticator.authenticate(request);
  const begun = process.cpuUsage();
  for (let i = 0; i < rounds; i++) authenticator.authenticate(request);
  const { user: own, system } = process.cpuUsage(begun);
  console.log(`${name.padEnd(24)} ${((own + system) / rounds).toFixed(2)} µs`);
}

await measure("anonymous", undefined);
await measure("the administrator", "Bearer of-the-administrator");
await measure("a token of the file", "Bearer of-the-file");
await measure("a service account", `Bearer ${token}`);
await measure("an unknown token", "Bearer unknown");
