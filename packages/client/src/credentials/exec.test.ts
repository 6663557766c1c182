import { createManualClock } from "@svc/base";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { testCertificates } from "../testing/certificates.ts";
import { temporaryFiles } from "../testing/files.ts";
import { type ExecOptions, ExecPluginError, execCredentials } from "./exec.ts";
import type { ExecConfig } from "./exec-config.ts";
import type { Command, CommandResult } from "./run-command.ts";
import { createRunCommand } from "./run-command.ts";

const apiVersion = "client.authentication.svc.io/v1";
const config: ExecConfig = { command: "plugin", args: ["login"], env: {}, apiVersion, interactiveMode: "IfAvailable" };

const printed = (status: object, more: object = {}): string =>
  JSON.stringify({ apiVersion, kind: "ExecCredential", status, ...more });

/** A plugin that prints these outputs in order, and then nothing more. */
function plugin(outputs: readonly (string | Partial<CommandResult> | Error)[], options: Partial<ExecOptions> = {}) {
  const requested: Command[] = [];
  const rest = [...outputs];
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const runCommand = async (command: Command): Promise<CommandResult> => {
    requested.push(command);
    await Promise.resolve();
    const output = rest.shift();
    if (output === undefined || output instanceof Error) throw output ?? new Error("asked too often");
    const success = { exitCode: 0, stdout: "", stderr: "" };
    return typeof output === "string" ? { ...success, stdout: output } : { ...success, ...output };
  };
  const all: ExecOptions = { dialect: svcDialect, clock, env: {}, terminal: false, runCommand, ...options };
  return {
    requested,
    clock,
    credentials: (more: Partial<ExecConfig> = {}) => execCredentials({ ...config, ...more }, all),
  };
}

const tokenOf = async (current: ReturnType<ReturnType<typeof execCredentials>["current"]>) =>
  (await current).headers["authorization"];

describe("a credential from a program", () => {
  test("is used until the process ends when it has no expiry", async () => {
    const { requested, clock, credentials } = plugin([printed({ token: "t" })]);
    const source = credentials();
    expect(await tokenOf(source.current())).toBe("Bearer t");
    clock.advance(365 * 86_400_000);
    expect(await tokenOf(source.current())).toBe("Bearer t");
    expect(requested).toHaveLength(1);
  });

  test("is requested again when it has expired", async () => {
    const { clock, credentials } = plugin([
      printed({ token: "a", expirationTimestamp: "2026-01-01T01:00:00+00:00" }),
      printed({ token: "b" }),
    ]);
    const source = credentials();
    const tokens: unknown[] = [];
    for (const waitMs of [0, 3_599_999, 1]) {
      clock.advance(waitMs);
      tokens.push(await tokenOf(source.current()));
    }
    expect(tokens).toEqual(["Bearer a", "Bearer a", "Bearer b"]);
  });

  test("is requested once for callers while the program runs", async () => {
    const { requested, credentials } = plugin([printed({ token: "t" })]);
    const source = credentials();
    const all = await Promise.all([source.current(), source.current(), source.current()]);
    expect([requested.length, new Set(all).size]).toEqual([1, 1]);
  });

  test("is requested again after it was rejected, unless it was new", async () => {
    const { credentials } = plugin([printed({ token: "a" }), printed({ token: "b" }), printed({ token: "c" })]);
    const source = credentials();
    const first = await source.current();
    await source.current();
    expect(source.rejected(first)).toBe(true);
    const second = await source.current();
    expect(second.headers).toEqual({ authorization: "Bearer b" });
    expect(source.rejected(first)).toBe(true);
    expect(source.rejected(second)).toBe(false);
    expect(await tokenOf(source.current())).toBe("Bearer c");
  });

  test("may be a certificate with its key", async () => {
    const { certificate, key } = await (await testCertificates()).client("me");
    const { credentials } = plugin([printed({ clientCertificateData: certificate, clientKeyData: key })]);
    expect(await credentials().current()).toEqual({ headers: {}, certificate: { certificate, key } });
  });

  test("is not cached when the program fails", async () => {
    const { credentials } = plugin([{ exitCode: 1, stderr: "try later" }, printed({ token: "t" })]);
    const source = credentials();
    await expect(source.current()).rejects.toThrow("the credential plugin plugin failed with exit code 1: try later");
    expect(await tokenOf(source.current())).toBe("Bearer t");
  });
});

describe("the input of a program", () => {
  test.each([
    [svcDialect, "SVC_EXEC_INFO"],
    [kubernetesDialect, "KUBERNETES_EXEC_INFO"],
  ])("is in the variable of the dialect ($name)", async (dialect, variable) => {
    const { requested, credentials } = plugin([printed({ token: "t" })], {
      dialect,
      env: { HOME: "/h", UNSET: undefined },
    });
    await credentials({ env: { A: "b", HOME: "/mine" } }).current();
    const [command] = requested;
    expect(command).toMatchObject({ command: "plugin", args: ["login"], interactive: false });
    expect(command?.env).toEqual({
      HOME: "/mine",
      A: "b",
      [variable]: JSON.stringify({ kind: "ExecCredential", apiVersion, spec: { interactive: false } }),
    });
  });

  test.each([
    ["Never", true, false],
    ["Never", false, false],
    ["IfAvailable", true, true],
    ["IfAvailable", false, false],
    ["Always", true, true],
  ] as const)("%s, at a terminal: %s, means it may prompt: %s", async (interactiveMode, terminal, want) => {
    const { requested, credentials } = plugin([printed({ token: "t" })], { terminal });
    await credentials({ interactiveMode }).current();
    expect(requested[0]?.interactive).toBe(want);
    expect(requested[0]?.env["SVC_EXEC_INFO"]).toContain(`"interactive":${want}`);
  });

  test("a program that must prompt does not run without a terminal", async () => {
    const { requested, credentials } = plugin([]);
    await expect(credentials({ interactiveMode: "Always" }).current()).rejects.toThrow("needs to ask at a terminal");
    expect(requested).toEqual([]);
  });
});

describe("a program without a credential", () => {
  const secret = "hunter2hunter2";
  test.each<[string | Partial<CommandResult> | Error, string]>([
    [`not json ${secret}`, "the output is not JSON"],
    ["null", "the output is not an object"],
    ["[]", "the output is not an object"],
    [printed({ token: secret }, { kind: "Secret" }), "kind must be ExecCredential"],
    [
      printed({ token: secret }, { apiVersion: "v1" }),
      `apiVersion must be ${apiVersion}, as the kubeconfig says, not "v1"`,
    ],
    [printed({ token: secret }, { status: secret }), "status is not an object"],
    [printed({}), "status has neither a token nor clientCertificateData and clientKeyData"],
    [printed({ token: "" }), "status has neither a token"],
    [printed({ token: 1 }), "status.token is not a string"],
    [printed({ token: `${secret}\r\nx: y` }), "a bearer token must be printable ASCII"],
    [printed({ clientKeyData: secret }), "status has only one of clientCertificateData and clientKeyData"],
    [printed({ clientCertificateData: "x", clientKeyData: secret }), "not a certificate and a key in PEM"],
    [printed({ token: secret, expirationTimestamp: "soon" }), "status.expirationTimestamp is not a time"],
    [{ exitCode: 7 }, "the credential plugin plugin failed with exit code 7"],
    [{ exitCode: undefined } as unknown as Partial<CommandResult>, "was ended by a signal"],
    [
      Object.assign(new Error("spawn plugin ENOENT"), { code: "ENOENT" }),
      "could not run: there is no such program\n\nget it at example.com",
    ],
    [new Error("EACCES"), "could not run: EACCES"],
  ])("%j is an error with a reason and without secrets", async (output, message) => {
    const { credentials } = plugin([output]);
    const error: unknown = await Promise.resolve(credentials({ installHint: "get it at example.com" }).current()).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(ExecPluginError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain(secret);
  });
});

describe("a program that runs", () => {
  const node = process.execPath;
  const script = (text: string) => ({ command: node, args: ["-e", text], env: {}, interactive: false });

  test("returns its output, and its exit status", async () => {
    const run = createRunCommand();
    const result = await run({
      ...script("console.log(process.env.A); console.error('oh'); process.exitCode = 3"),
      env: { A: "é" },
    });
    expect(result).toEqual({ exitCode: 3, stdout: "é\n", stderr: "oh" });
  });

  test("is ended when it prints too much, or takes too long", async () => {
    const big = createRunCommand({ maxOutputBytes: 1000 })(script("process.stdout.write('x'.repeat(1e6))"));
    await expect(big).rejects.toThrow("printed more than 1000 bytes");
    const slow = createRunCommand({ timeoutMs: 200 })(script("setInterval(() => {}, 1000)"));
    await expect(slow).rejects.toThrow("took longer than 200 ms");
  });

  test("that does not exist is an error with the reason", async () => {
    using files = temporaryFiles();
    const source = execCredentials(
      { ...config, command: `${files.dir}/absent`, installHint: "install it" },
      { dialect: svcDialect, clock: createManualClock(), terminal: false },
    );
    await expect(source.current()).rejects.toThrow("there is no such program\n\ninstall it");
  });

  test("that responses is believed", async () => {
    using files = temporaryFiles();
    const output = printed({ token: "t" });
    const command = files.put("plugin", `#!/bin/sh\ncat <<'EOF'\n${output}\nEOF\n`);
    const source = execCredentials(
      { ...config, command },
      { dialect: svcDialect, clock: createManualClock(), terminal: false },
    );
    expect(await tokenOf(source.current())).toBe("Bearer t");
  });
});
