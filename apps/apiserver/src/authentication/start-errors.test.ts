import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock, silentLog } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { kubernetesDialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseFlags } from "../flags.ts";
import { type Identity, loadIdentity } from "../identity/identity.ts";
import { createProcessMetrics } from "../metrics/metrics.ts";
import { type Authentication, createAuthentication } from "./authentication.ts";

let dir: string;
let identity: Identity;
const clock = createManualClock(Date.now());

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "start-"));
  identity = await loadIdentity(parseFlags([`--data-dir=${dir}/data`]), clock.now());
  const file = (name: string, text: string) => writeFile(join(dir, name), text);
  await file("junk", "junk");
  await file("binary", "\u0000\u0001\ufffd");
  await file("empty", "");
  await file("ca.crt", identity.authority.certificate);
  await file("tokens-short", "token,name\n");
  await file("tokens-open", 'token,name,uid,"group\n');
  const config = (more: string) =>
    `apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n${more}`;
  await file("config", config(""));
  await file("config-anonymous", config("anonymous: {enabled: true}\n"));
  await file("config-bad", config("jwt: [{issuer: {url: 'http://x', audiences: [a]}}]\n"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function start(flags: readonly string[]): Promise<Authentication> {
  const args = [`--data-dir=${dir}/data`, ...flags.map((flag) => flag.replaceAll("DIR", dir))];
  const flagged = parseFlags(args);
  return createAuthentication({
    flags: flagged,
    identity,
    dialect: kubernetesDialect,
    clock,
    log: silentLog,
    egress: createEgress(),
    metrics: createProcessMetrics(flagged),
    serverUrl: () => "https://server",
  });
}

const together = "--oidc-issuer-url and --oidc-client-id are given together when any --oidc-* flag is";
const oidc = ["--oidc-issuer-url=https://x", "--oidc-client-id=y"];

test.each<[readonly string[], string | RegExp]>([
  [["--client-ca-file=DIR/absent"], /^--client-ca-file: ENOENT/],
  [["--client-ca-file=DIR/junk"], /^--client-ca-file: .*: there is no certificate in PEM$/],
  [["--client-ca-file=DIR/empty"], /^--client-ca-file: .*: there is no certificate in PEM$/],
  [["--client-ca-file=DIR/binary"], /^--client-ca-file: .*: there is no certificate in PEM$/],
  [["--token-auth-file=DIR/tokens-short"], /^--token-auth-file: .*: line 1: at least 3 columns are needed/],
  [["--token-auth-file=DIR/tokens-open"], /^--token-auth-file: .*: line 1: a quote is not closed/],
  [["--service-account-key-file=DIR/junk"], /^--service-account-key-file: .*: there is no RSA or ECDSA key in PEM$/],
  [["--service-account-key-file=DIR/absent"], /^--service-account-key-file: ENOENT/],
  [
    ["--service-account-signing-key-file=DIR/ca.crt"],
    /^--service-account-signing-key-file: .*: there is no RSA or ECDSA private key in PEM$/,
  ],
  [["--service-account-issuer="], "--service-account-issuer: it must not be empty"],
  [["--service-account-issuer=https://["], /^--service-account-issuer: "https:\/\/\[" has a ':' but is no URL$/],
  [
    ["--service-account-issuer=a", "--service-account-issuer=a"],
    "--service-account-issuer: one of them is given twice",
  ],
  [
    ["--service-account-max-token-expiration=5s"],
    "--service-account-max-token-expiration: 5s is not between 1 hour and 2^32 seconds",
  ],
  [["--service-account-jwks-uri=http://x"], '--service-account-jwks-uri: "http://x" must be an https URL'],
  [
    ["--requestheader-username-headers=X-Remote-User"],
    "--requestheader-* flags count only with --requestheader-client-ca-file",
  ],
  [
    ["--requestheader-client-ca-file=DIR/ca.crt"],
    "--requestheader-client-ca-file needs --requestheader-username-headers",
  ],
  [
    ["--requestheader-client-ca-file=DIR/ca.crt", "--requestheader-username-headers=a b"],
    '--requestheader-*: "a b" can be no header',
  ],
  [["--oidc-issuer-url=https://x"], together],
  [["--oidc-client-id=x"], together],
  [["--oidc-groups-claim=x"], together],
  [
    ["--oidc-issuer-url=http://x", "--oidc-client-id=y"],
    /^--oidc-\*: jwt\[0\].issuer.url: .*: URL scheme must be https$/,
  ],
  [
    ["--oidc-issuer-url=https://kubernetes.default.svc", "--oidc-client-id=y"],
    /^--oidc-\*: .*: URL must not overlap with disallowed issuers: \[https:\/\/kubernetes.default.svc\]$/,
  ],
  [[...oidc, "--oidc-signing-algs=none"], /^--oidc-signing-algs: "none" is none of RS256, /],
  [[...oidc, "--oidc-signing-algs=HS256"], /^--oidc-signing-algs: "HS256" is none of RS256, /],
  [[...oidc, "--oidc-ca-file=DIR/absent"], /^--oidc-ca-file: ENOENT/],
  [[...oidc, "--oidc-ca-file=DIR/junk"], /data does not contain any valid RSA or ECDSA certificates$/],
  [
    [...oidc, "--authentication-config=DIR/config"],
    "--authentication-config and --oidc-* flags are mutually exclusive",
  ],
  [["--authentication-config=DIR/absent"], /^--authentication-config: ENOENT/],
  [["--authentication-config=DIR/empty"], /^--authentication-config: .*: empty config data$/],
  [["--authentication-config=DIR/junk"], /^--authentication-config: .*: it is no map$/],
  [
    ["--authentication-config=DIR/config-bad"],
    /jwt\[0\].issuer.url: .*must be https, jwt\[0\].claimMappings.username: /,
  ],
  [
    ["--authentication-config=DIR/config-anonymous", "--anonymous-auth=false"],
    /anonymous: Forbidden: --anonymous-auth flag cannot be set when/,
  ],
  [
    ["--authentication-token-webhook-config-file=DIR/absent"],
    /^--authentication-token-webhook-config-file: .*there is no such file$/,
  ],
])("%j cannot be", async (flags, message) => {
  const failure = await start(flags).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StartupError);
  expect((failure as StartupError).message).toMatch(message);
});

test.each<[readonly string[]]>([
  [[]],
  [["--client-ca-file=DIR/ca.crt", "--anonymous-auth=false"]],
  [["--service-account-issuer=plain", "--api-audiences=a,b"]],
  [[...oidc, "--oidc-username-prefix=-", "--oidc-required-claim=a=b", "--oidc-required-claim=c=d"]],
  [["--authentication-config=DIR/config-anonymous"]],
])("%j can be", async (flags) => {
  const { stop, apiAudiences } = await start(flags);
  stop();
  expect(apiAudiences.length).toBeGreaterThan(0);
});
