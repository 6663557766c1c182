import { createRbac } from "@svc/authz";
import { silentLog } from "@svc/base";
import { startInformer } from "@svc/client";
import { hasReason } from "@svc/meta";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start-test-server.ts";
import { expectNoFights } from "./fights.ts";
import { expectIdempotent } from "./idempotence.ts";
import { expectToSurviveRestarts, type RestartableController } from "./restarts.ts";
import { smallestRoles } from "./smallest-roles.ts";

const user = { name: "controller", groups: ["system:masters"] };
const maps = (server: TestServer, as = user) => server.as(as).client.core.v1.configmaps("default");

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** Makes a copy of each ConfigMap with the label `order`, by the function that is given. */
function copying(
  make: (server: TestServer, name: string) => Promise<unknown>,
): (of: TestServer) => RestartableController {
  return (of) => {
    const stop = new AbortController();
    const { client } = of.as(user);
    const options = { dialect: client.dialect, clock: of.clock, log: silentLog, random: () => 0.5 };
    startInformer({ resource: maps(of), signal: stop.signal, ...options }).subscribe({
      set: async ({ metadata: { name, labels } }) => {
        if (labels?.["order"] !== undefined && !stop.signal.aborted) await make(of, name);
      },
    });
    return { stop: () => stop.abort() };
  };
}

const byName = copying((of, name) =>
  maps(of).apply(
    { kind: "ConfigMap", metadata: { name: `copy-of-${name}`, labels: { copy: name } } },
    { fieldManager: "controller", force: true },
  ),
);
const byGeneratedName = copying((of, name) =>
  maps(of).create({ metadata: { generateName: "copy-", labels: { copy: name } } }),
);

const restartOptions = {
  user: user.name,
  act: async (of: TestServer) =>
    void (await of.client.core.v1.configmaps("default").create({ metadata: { name: "a", labels: { order: "1" } } })),
  check: async (of: TestServer) => {
    const { items } = await maps(of).list({ labelSelector: "copy" });
    if (items.length !== 1) throw new Error(`there are ${items.length} copies`);
  },
};

describe("checks of a controller's actions", () => {
  test("a controller that applies by name survives restarts at every write", async () => {
    expect(await expectToSurviveRestarts(server, { ...restartOptions, start: byName })).toBeGreaterThanOrEqual(2);
  });

  test("one that creates with generated names is not idempotent, and the error names the write", async () => {
    const run = expectToSurviveRestarts(server, { ...restartOptions, start: byGeneratedName });
    await expect(run).rejects.toThrow(/controller, restarted \w+ write 1: there are 2 copies\n#\s+time\s+user/);
  });

  test("idempotence: an apply changes nothing, a create does", async () => {
    await restartOptions.act(server);
    let running = byName(server);
    const again = async (): Promise<void> => {
      running.stop();
      running = byName(server);
    };
    await expectIdempotent(server, again);
    running.stop();
    await expect(expectIdempotent(server, async () => void byGeneratedName(server))).rejects.toThrow(
      /doing it again changed \/registry\/configmaps\/default\/copy-/,
    );
  });

  test("two users that revert each other's changes are a fight; one that writes often is not", async () => {
    await maps(server).create({ metadata: { name: "a" } });
    const write = (name: string, value: string) =>
      maps(server, { ...user, name }).patch("a", { type: "merge", patch: { data: { color: value } } });
    for (let i = 0; i < 8; i++) await write("alice", `${i}`);
    expect(() => expectNoFights(server.journal.requests)).not.toThrow();
    for (let i = 0; i < 4; i++) {
      await write("alice", "red");
      await write("bob", "blue");
    }
    expect(() => expectNoFights(server.journal.requests)).toThrow(/change configmaps default\/a in turns/);
  });

  test("the smallest roles allow the recorded requests, and no other verb or resource", async () => {
    await maps(server).create({ metadata: { name: "a" } });
    await maps(server).list();
    await server.as(user).client.core.v1.nodes().list();
    await server.as(user).fetch("/version");
    const roles = smallestRoles(server.journal.select({ user: user.name }));
    expect(roles).toEqual({
      cluster: [
        { apiGroups: [""], resources: ["nodes"], verbs: ["list"] },
        { nonResourceURLs: ["/version"], verbs: ["get"] },
      ],
      namespaces: { default: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["create", "list"] }] },
    });
    const rbac = createRbac("rbac.authorization.svc.io");
    rbac.setRole("default", "r", roles.namespaces["default"] as never);
    const subjects = [{ kind: "User", name: "bob" }];
    const binding = { namespace: "default", name: "r", roleRef: { kind: "Role", name: "r" }, subjects };
    rbac.setBinding("default", "r", binding);
    await using limited = await startTestServer({ authorizer: rbac });
    const bob = limited.as({ name: "bob" }).client.core.v1.configmaps("default");
    await bob.create({ metadata: { name: "b" } });
    const refused = await bob.delete("b").catch((error: unknown) => error);
    expect(hasReason(refused, "Forbidden")).toBe(true);
  });
});
