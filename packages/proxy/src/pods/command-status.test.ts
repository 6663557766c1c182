import { expect, test } from "vitest";
import { commandStatus, refusedCommand } from "./command-status.ts";

const failure = (more: object) => JSON.stringify({ metadata: {}, status: "Failure", ...more });
const exit = (message: string) => ({
  reason: "NonZeroExitCode",
  details: { causes: [{ reason: "ExitCode", message }] },
});

test.each([
  ["", undefined],
  ['{"status":"Success"}', undefined],
  [failure(exit("7")), "command terminated with non-zero exit code: command terminated with exit code 7"],
  [failure(exit("x")), 'Internal error occurred: error stream protocol error: invalid exit code value "x"'],
  [
    failure({ reason: "NonZeroExitCode", details: {} }),
    "Internal error occurred: error stream protocol error: no ExitCode cause given",
  ],
  [failure({ message: "no such file" }), "Internal error occurred: no such file"],
  ["{}", "Internal error occurred: error stream protocol error: unknown error"],
  [
    "broken",
    "Internal error occurred: error stream protocol error: invalid character 'b' looking for beginning of value in \"broken\"",
  ],
])("a kubelet's status %s is reported as %s", (text, message) => {
  const outcome = commandStatus(text, "v4.channel.k8s.io");
  expect(outcome.message).toBe(message);
  expect(outcome.status).toBe(message === undefined ? "Success" : "Failure");
});

test.each([
  ["v3.channel.k8s.io", "error executing remote command: boom"],
  ["v2.channel.k8s.io", "error executing remote command: boom"],
  ["channel.k8s.io", "Error executing remote command: boom"],
  ["", "Error executing remote command: boom"],
])("the error stream of %j without a status is the error", (protocol, message) => {
  expect(commandStatus("boom", protocol).message).toBe(`Internal error occurred: ${message}`);
});

test.each([
  ["Forbidden", "Internal error occurred: unable to upgrade connection: Forbidden", "Failure"],
  ['{"kind":"Other"}', 'Internal error occurred: unable to upgrade connection: {"kind":"Other"}', "Failure"],
  ['{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","code":403}', "no", "Failure"],
  ['{"method":"POST"}', undefined, undefined],
  ["", undefined, undefined],
])("a kubelet that refuses a command with %s makes the outcome's message %j", (body, message, status) => {
  const outcome = refusedCommand(body);
  expect([outcome.message, outcome.status]).toEqual([message, status]);
});
