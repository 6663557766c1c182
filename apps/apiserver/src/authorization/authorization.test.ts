import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attributes } from "@svc/authz";
import { createManualClock, silentLog } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { svcDialect } from "@svc/meta";
import type { ProcessLog } from "@svc/program";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseFlags } from "../flags.ts";
import { createProcessMetrics } from "../metrics/metrics.ts";
import { type Authorization, createAuthorization } from "./authorization.ts";

let dir: string;
let hook: Server;
/** What the webhook says, and whom it was asked about. */
let answer: { status: number; body: (review: { apiVersion: string }) => object } = { status: 200, body: () => ({}) };
const questions: string[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "authorization-"));
  hook = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      questions.push(request.url ?? "");
      const review = JSON.parse(text) as { apiVersion: string; kind: string };
      response.writeHead(answer.status, { location: "/elsewhere" });
      response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, status: answer.body(review) }));
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const server = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/authorize`;
  const kubeconfig = {
    "current-context": "c",
    clusters: [{ name: "c", cluster: { server } }],
    contexts: [{ name: "c", context: { cluster: "c" } }],
  };
  await file("kubeconfig", JSON.stringify(kubeconfig));
  await file("abac", '{"user":"bob"}\n');
  await file("bad-abac", '{"user":"bob"}\n\n{"user":1}\n');
});
afterAll(async () => {
  hook.close();
  hook.closeAllConnections();
  await rm(dir, { recursive: true, force: true });
});

async function file(name: string, text: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, text);
  return path;
}

const noModule = (): ReturnType<ProcessLog["module"]> => ({ log: silentLog, isEnabled: () => false });

function authorizationOf(...flags: string[]): Promise<Authorization> {
  const args = flags.map((flag) => flag.replaceAll("DIR", dir));
  const parsed = parseFlags(args);
  return createAuthorization({
    flags: parsed,
    dialect: svcDialect,
    clock: createManualClock(),
    egress: createEgress(),
    log: silentLog,
    module: () => ({ log: silentLog, isEnabled: () => false }),
    metrics: createProcessMetrics(parsed),
  });
}

const requested = (name: string, ...groups: string[]): Attributes => ({
  user: { name, uid: "", groups, extra: {} },
  verb: "get",
  isResource: true,
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  name: "p",
  namespace: "default",
  path: "",
});

const configuration = (...authorizers: string[]): string =>
  `apiVersion: apiserver.config.svc.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n${authorizers.map((a) => `- ${a}\n`).join("")}`;
const webhook = (more = ""): string =>
  `{type: Webhook, name: hook, webhook: {timeout: 3s, subjectAccessReviewVersion: v1, failurePolicy: Deny, connectionInfo: {type: KubeConfigFile, kubeConfigFile: DIR/kubeconfig}${more}}}`;

describe("flags that cannot be are refused at the start", () => {
  const cases: readonly [readonly string[], string | RegExp][] = [
    [["--authorization-mode=Foo"], 'authorization-mode "Foo" is not a valid mode'],
    [["--authorization-mode=RBAC,RBAC"], 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
    [["--authorization-mode=ABAC"], "authorization-mode ABAC's authorization policy file not passed"],
    [["--authorization-mode=Webhook"], "authorization-mode Webhook's authorization config file not passed"],
    [["--authorization-policy-file=DIR/abac"], "cannot specify --authorization-policy-file without mode ABAC"],
    [
      ["--authorization-webhook-config-file=DIR/kubeconfig"],
      "cannot specify --authorization-webhook-config-file without mode Webhook",
    ],
    [
      ["--authorization-config=DIR/x", "--authorization-mode=RBAC"],
      "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
    ],
    [
      ["--authorization-config=DIR/x", "--authorization-webhook-version=v1"],
      "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
    ],
    [["--authorization-config=DIR/nothing"], /^--authorization-config: ENOENT/],
    [["--authorization-mode=ABAC", "--authorization-policy-file=DIR/nothing"], /^--authorization-policy-file: ENOENT/],
    [
      ["--authorization-mode=ABAC", "--authorization-policy-file=DIR/bad-abac"],
      /bad-abac, line 3: user must be a string$/,
    ],
    [
      ["--authorization-mode=Webhook", "--authorization-webhook-config-file=DIR/nothing"],
      /^--authorization-webhook-config-file: .*there is no such file$/,
    ],
    [
      [
        "--authorization-mode=Webhook",
        "--authorization-webhook-config-file=DIR/kubeconfig",
        "--authorization-webhook-version=v2",
      ],
      'unsupported webhook authorizer version "v2", supported versions are "v1", "v1beta1"',
    ],
  ];
  test.each(cases)("%j", async (flags, message) => {
    const [name, want] = ["StartupError", typeof message === "string" ? message : expect.stringMatching(message)];
    await expect(authorizationOf(...flags)).rejects.toMatchObject({ name, message: want });
  });
});

describe("modes", () => {
  const verdict = async ({ authorizer }: Authorization, name: string, ...groups: string[]): Promise<string> =>
    (await authorizer.authorize(requested(name, ...groups))).verdict;

  test("by default roles count, and administrators may everything", async () => {
    const made = await authorizationOf();
    expect(made.rbac).toBeDefined();
    expect(await verdict(made, "bob")).toBe("noOpinion");
    expect(await verdict(made, "root", "system:masters")).toBe("allow");
  });

  test("are evaluated in order", async () => {
    const policies = ["--authorization-policy-file=DIR/abac"];
    expect(await verdict(await authorizationOf("--authorization-mode=ABAC,RBAC", ...policies), "bob")).toBe("allow");
    expect(await verdict(await authorizationOf("--authorization-mode=AlwaysDeny"), "bob")).toBe("noOpinion");
    expect(await verdict(await authorizationOf("--authorization-mode=AlwaysDeny"), "x", "system:masters")).toBe(
      "allow",
    );
    expect(await verdict(await authorizationOf("--authorization-mode=AlwaysAllow"), "eve")).toBe("allow");
  });

  test("a webhook gets reviews of the configured version", async () => {
    const observed: string[] = [];
    answer = {
      status: 201,
      body: ({ apiVersion }) => {
        observed.push(apiVersion);
        return { allowed: true };
      },
    };
    const kubeconfig = "--authorization-webhook-config-file=DIR/kubeconfig";
    const modes = "--authorization-mode=RBAC,Webhook";
    expect(await verdict(await authorizationOf(modes, kubeconfig), "bob")).toBe("allow");
    await verdict(await authorizationOf(modes, kubeconfig, "--authorization-webhook-version=v1"), "bob");
    expect(observed).toEqual(["authorization.svc.io/v1beta1", "authorization.svc.io/v1"]);
  });
});

describe("webhooks", () => {
  test("redirects are never followed", async () => {
    questions.length = 0;
    answer = { status: 302, body: () => ({ allowed: true }) };
    const path = await file("one", configuration(webhook()).replaceAll("DIR", dir));
    const { authorizer } = await authorizationOf(`--authorization-config=${path}`);
    const decision = await authorizer.authorize(requested("bob"));
    expect(decision).toEqual({ verdict: "deny", reason: "", error: "the webhook answered with status 302" });
    expect(questions).toEqual(["/authorize?timeout=30s"]);
  });
});

describe("webhook configuration that locks everyone out", () => {
  test("does not lock out administrators, who are authorized before any webhook and can repair it", async () => {
    answer = { status: 200, body: () => ({ allowed: false, denied: true, reason: "closed" }) };
    const path = await file("closed", configuration(webhook(), "{type: RBAC, name: rbac}").replaceAll("DIR", dir));
    const { authorizer } = await authorizationOf(`--authorization-config=${path}`);
    expect(await authorizer.authorize(requested("bob"))).toEqual({ verdict: "deny", reason: "closed" });
    expect(authorizer.authorize(requested("root", "system:masters"))).toEqual({ verdict: "allow", reason: "" });
  });
});

describe("the configuration file", () => {
  const load = async (text: string) => {
    const path = await file("reloaded", text.replaceAll("DIR", dir));
    const clock = createManualClock();
    const errors: object[] = [];
    const parsed = parseFlags([`--authorization-config=${path}`]);
    const metrics = createProcessMetrics(parsed, clock);
    const made = await createAuthorization({
      flags: parsed,
      dialect: svcDialect,
      clock,
      egress: createEgress(),
      metrics,
      module: noModule,
      log: { ...silentLog, error: (_message, fields) => void errors.push(fields ?? {}) },
    });
    const change = async (next: string, seen: () => void): Promise<void> => {
      await file("reloaded", next.replaceAll("DIR", dir));
      await vi.waitFor(() => {
        clock.advance(2000);
        seen();
      }, 60_000);
    };
    return { ...made, change, errors, metrics: metrics.metrics };
  };

  test("is reloaded when it changes; an invalid file is ignored and logged", async () => {
    answer = { status: 200, body: () => ({ allowed: true }) };
    const rbac = "{type: RBAC, name: rbac}";
    const { authorizer, change, errors, metrics, stop } = await load(configuration(rbac));
    expect(authorizer.authorize(requested("bob"))).toMatchObject({ verdict: "noOpinion" });

    await change(configuration(webhook().replace("3s", "31s"), rbac), () => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({
      problem: expect.stringContaining('Invalid value: "31s": must be > 0s and <= 30s'),
    });
    expect(authorizer.authorize(requested("bob"))).toMatchObject({ verdict: "noOpinion" });

    await change(configuration(webhook()), () => expect(errors).toHaveLength(2));
    expect(errors[1]).toMatchObject({ problem: "missing required types: [RBAC]" });

    await change(`${configuration(rbac)}- {type: RBAC`, () => expect(errors).toHaveLength(3));
    let verdict = "";
    await change(configuration(webhook(), rbac), () => {
      void Promise.resolve(authorizer.authorize(requested("bob"))).then((d) => (verdict = d.verdict));
      expect(verdict).toBe("allow");
    });
    const body = (await metrics.expose("text")).body.toString();
    const reloads = "apiserver_authorization_config_controller_automatic_reload";
    const idHash = "sha256:[0-9a-f]{64}";
    expect(body).toMatch(new RegExp(`^${reloads}s_total{apiserver_id_hash="${idHash}",status="success"} 1$`, "m"));
    expect(body).toMatch(new RegExp(`^${reloads}s_total{apiserver_id_hash="${idHash}",status="failure"} 3$`, "m"));
    expect(body).toMatch(new RegExp(`^${reloads}_last_timestamp_seconds{.*status="success"} 1\\.7\\d*e\\+09`, "m"));
    expect(body).toContain('apiserver_authorization_webhook_evaluations_total{name="');
    stop();
  });

  test.each([
    ["a key twice", `${configuration("{type: RBAC, name: rbac, name: rbac}")}`, /Map keys must be unique/],
    ["ABAC", configuration("{type: ABAC, name: abac}"), /ABAC needs --authorization-policy-file/],
    ["no YAML", "a: [", /failed to load AuthorizationConfiguration from file: /],
  ])("with %s is refused at the start", async (_name, text, message) => {
    await expect(load(text)).rejects.toMatchObject({ name: "StartupError", message: expect.stringMatching(message) });
  });
});
