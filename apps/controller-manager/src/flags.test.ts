import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { createCommand, parseFlags } from "./flags.ts";

test("without flags everything is as kube-controller-manager has it", () => {
  expect(parseFlags([])).toEqual({
    dialect: "svc",
    controllers: ["*"],
    leaderElect: true,
    leaderElectLeaseDuration: 15_000,
    leaderElectRenewDeadline: 10_000,
    leaderElectRetryPeriod: 2000,
    leaderElectResourceLock: "leases",
    useServiceAccountCredentials: false,
    concurrentGcSyncs: 20,
    concurrentNamespaceSyncs: 10,
    maxObjects: 1_000_000,
    healthzBindAddress: "127.0.0.1:10257",
    v: 0,
  });
});

test("flags are read", () => {
  const args =
    "--dialect=kubernetes --kubeconfig=k --controllers=*,-namespace,bootstrapsigner --leader-elect=false --leader-elect-lease-duration 1m30s --concurrent-gc-syncs=5 --v=4";
  expect(parseFlags(args.split(" "))).toMatchObject({
    dialect: "kubernetes",
    kubeconfig: "k",
    controllers: ["*", "-namespace", "bootstrapsigner"],
    leaderElect: false,
    leaderElectLeaseDuration: 90_000,
    concurrentGcSyncs: 5,
    v: 4,
  });
  expect(parseFlags(["--leader-elect"]).leaderElect).toBe(true);
});

describe("flags that cannot be", () => {
  test.each([
    ["--dialect=other", "Allowed choices are svc, kubernetes"],
    ["--leader-elect=maybe", "It must be true or false."],
    ["--leader-elect-lease-duration=soon", "It must be a duration such as 300ms, 90s or 1h30m."],
    ["--leader-elect-retry-period=0s", "It must be a duration"],
    ["--leader-elect-resource-lock=endpoints", "Allowed choices are leases"],
    ["--concurrent-gc-syncs=0", "It must be a whole number from 1 to 1000."],
    ["--v=x", "It must be a whole number from 0 to 10."],
    ["--nonsense", "unknown option '--nonsense'"],
    ["extra", "too many arguments"],
  ])("%s is refused", (arg, message) => {
    const written: string[] = [];
    const command = createCommand().configureOutput({ writeErr: (text) => void written.push(text) });
    expect(() => command.parse([arg], { from: "user" })).toThrow(CommanderError);
    expect(written.join("")).toContain(message);
  });
});
