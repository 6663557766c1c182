import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditConfig, AuditEvent } from "@svc/audit";
import { createManualClock, type LogFields, silentLog } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { kubernetesDialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseFlags } from "../flags.ts";
import { loadAudit } from "./audit.ts";

let dir: string;
const warnings: LogFields[] = [];
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "audit-flags-"));
  const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";
  writeFileSync(join(dir, "policy"), `${head}rules: [{level: Metadata}]`);
  writeFileSync(join(dir, "odd"), `${head}rules: [{level: Metadata, omitStage: [Panic]}]`);
  writeFileSync(join(dir, "wrong"), `${head}rules: [{level: Everything}]`);
  writeFileSync(join(dir, "broken"), "a: [");
  writeFileSync(join(dir, "twice"), `${head}kind: Policy\n`);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const printed: string[] = [];
function load(...flags: readonly string[]): Promise<AuditConfig | undefined> {
  return loadAudit({
    flags: parseFlags(flags.map((flag) => flag.replaceAll("DIR", dir))),
    dialect: kubernetesDialect,
    clock: createManualClock(),
    egress: createEgress(),
    log: { ...silentLog, warn: (_message, fields) => void warnings.push(fields ?? {}) },
    metrics: { metrics: createMetrics(), clientCalled: () => undefined },
    print: (text) => void printed.push(text),
  });
}

const policy = "--audit-policy-file=DIR/policy";
const log = "--audit-log-path=DIR/audit.log";
const batch = "--audit-log-mode=batch";
const truncate = "--audit-log-truncate-enabled";

describe("a start is refused", () => {
  test.each([
    ["without the policy", ["--audit-policy-file=DIR/none", log], "--audit-policy-file: ENOENT"],
    [
      "with a wrong policy",
      ["--audit-policy-file=DIR/wrong", log],
      'loading audit policy file: rules[0].level: Unsupported value: "Everything"',
    ],
    [
      "with a policy that is no YAML",
      ["--audit-policy-file=DIR/broken", log],
      "loading audit policy file: failed decoding: ",
    ],
    ["with a key twice", ["--audit-policy-file=DIR/twice", log], "Map keys must be unique"],
    [
      "with an unknown format",
      [policy, log, "--audit-log-format=xml"],
      'invalid audit log format xml, allowed formats are "legacy,json"',
    ],
    [
      "with an unknown mode",
      [policy, log, "--audit-log-mode=fast"],
      'invalid audit log mode fast, allowed modes are "batch,blocking,blocking-strict"',
    ],
    [
      "without room for a batch",
      [policy, log, batch, "--audit-log-batch-buffer-size=0"],
      "invalid audit batch log buffer size 0, must be a positive number",
    ],
    [
      "with a throttle that lets nothing through",
      [policy, log, batch, "--audit-log-batch-throttle-enable"],
      "invalid audit batch log throttle QPS 0, must be a positive number",
    ],
    [
      "without room for an event",
      [policy, log, truncate, "--audit-log-truncate-max-event-size=0"],
      "invalid audit truncate log max event size 0, must be a positive number",
    ],
    [
      "with another version",
      [policy, log, "--audit-log-version=audit.k8s.io/v2"],
      'invalid group version, allowed versions are ["audit.k8s.io/v1"]',
    ],
    ["with a folder for a file", [policy, "--audit-log-path=DIR"], "--audit-log-path: EISDIR"],
    [
      "with an unreadable webhook configuration",
      [policy, "--audit-webhook-config-file=DIR/none"],
      "initializing audit webhook: ",
    ],
  ])("%s", async (_name, flags, message) => {
    await expect(load(...flags)).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringContaining(message),
    });
  });
});

const event = { kind: "Event", auditID: "a" } as AuditEvent;

test("nothing is recorded without a policy, or without anywhere to write", async () => {
  expect(await load(log)).toBeUndefined();
  expect(await load(policy)).toBeUndefined();
  expect(warnings.at(-1)).toEqual({ path: join(dir, "policy") });
});

test("unknown fields are reported", async () => {
  expect((await load("--audit-policy-file=DIR/odd", log))?.policy.rules).toHaveLength(1);
  expect(warnings.at(-1)).toEqual({ path: join(dir, "odd"), fields: ["rules[0].omitStage"] });
});

test("events go to the file, or to standard output", async () => {
  const [file] = (await load(policy, log))?.backends ?? [];
  file?.write(event);
  await file?.close();
  expect(readFileSync(join(dir, "audit.log"), "utf8")).toBe('{"kind":"Event","auditID":"a"}\n');
  const [output] = (await load(policy, "--audit-log-path=-"))?.backends ?? [];
  output?.write(event);
  expect(printed).toEqual(['{"kind":"Event","auditID":"a"}\n']);
});
