import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergePatch, type RbacServer, send, startRbacServer } from "./rbac-server.ts";

const secrets = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };
const pods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };

/** Alice may write roles and bindings, and read pods; she is after the secrets. */
describe("privilege escalation", () => {
  let rbac: RbacServer;
  let roles: string;
  beforeAll(async () => {
    rbac = await startRbacServer();
    ({ roles } = rbac);
    const verbs = ["get", "list", "create", "update", "patch", "delete"];
    const resources = ["roles", "clusterroles", "rolebindings", "clusterrolebindings"];
    await rbac.grant("writer", [{ verbs, apiGroups: [rbac.group], resources }, pods]);
    const mine = async (path: string, body: object): Promise<void> => {
      expect((await rbac.server.fetch(`${roles}/${path}`, send("POST", body))).status).toBe(201);
    };
    await mine("clusterroles", { metadata: { name: "strong" }, rules: [secrets] });
    await mine("clusterroles", { metadata: { name: "weak" }, rules: [pods] });
    await mine("clusterroles", {
      metadata: { name: "sum" },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "yes" } }] },
    });
    await mine("clusterrolebindings", { metadata: { name: "strong" }, roleRef: ref("strong"), subjects: [] });
    await mine("namespaces/default/roles", { metadata: { name: "strong" }, rules: [secrets] });
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());

  const ref = (name: string, kind = "ClusterRole"): object => ({ apiGroup: rbac.group, kind, name });
  const me = (): object[] => [{ apiGroup: rbac.group, kind: "User", name: "alice" }];
  const forbidden = async (path: string, request: RequestInit, why: RegExp): Promise<void> => {
    const answer = await rbac.alice.fetch(`${roles}/${path}`, request);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      403,
      expect.stringMatching(why),
    ]);
  };
  const grants =
    /attempting to grant RBAC permissions not currently held:\n\{APIGroups:\[""\], Resources:\["secrets"\]/;

  test("through a role: by creation", () =>
    forbidden("clusterroles", send("POST", { metadata: { name: "x" }, rules: [secrets] }), grants));
  test("through a role: by update", () =>
    forbidden("clusterroles/weak", mergePatch({ rules: [pods, secrets] }), grants));
  test("through a role: by an update that creates", () =>
    forbidden("clusterroles/new", send("PUT", { metadata: { name: "new" }, rules: [secrets] }), grants));
  test("through a role of a namespace", () =>
    forbidden("namespaces/default/roles", send("POST", { metadata: { name: "x" }, rules: [secrets] }), grants));
  test("through wildcards", () =>
    forbidden(
      "clusterroles",
      send("POST", { metadata: { name: "x" }, rules: [{ ...pods, verbs: ["*"] }] }),
      /Verbs:\["\*"\]/,
    ));
  test("through a binding: by creation", () =>
    forbidden(
      "clusterrolebindings",
      send("POST", { metadata: { name: "x" }, roleRef: ref("strong"), subjects: me() }),
      grants,
    ));
  test("through a binding: by update", () =>
    forbidden("clusterrolebindings/strong", mergePatch({ subjects: me() }), grants));
  test("through a binding in a namespace", () =>
    forbidden(
      "namespaces/default/rolebindings",
      send("POST", { metadata: { name: "x" }, roleRef: ref("strong", "Role"), subjects: me() }),
      grants,
    ));
  test("through aggregation: by a rule that gathers", () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { any: "thing" } }] };
    return forbidden(
      "clusterroles",
      send("POST", { metadata: { name: "x" }, aggregationRule }),
      /must have cluster-admin privileges to use the aggregationRule/,
    );
  });
  test("through aggregation: by a label that makes a role a part", () =>
    forbidden("clusterroles/strong", mergePatch({ metadata: { labels: { part: "yes" } } }), grants));
  test("through aggregation: by any change of a role that gathers", () =>
    forbidden("clusterroles/sum", mergePatch({ metadata: { labels: { x: "y" } } }), /aggregationRule/));
  test("through another role in a binding", async () => {
    const binding = { metadata: { name: "turn" }, roleRef: ref("weak"), subjects: me() };
    expect((await rbac.alice.fetch(`${roles}/clusterrolebindings`, send("POST", binding))).status).toBe(201);
    await forbidden("clusterrolebindings/turn", mergePatch({ roleRef: { name: "strong" } }), grants);
    const admin = await rbac.server.fetch(
      `${roles}/clusterrolebindings/turn`,
      mergePatch({ roleRef: { name: "strong" } }),
    );
    expect(admin.status).toBe(422);
    expect(((await admin.json()) as { message: string }).message).toContain("cannot change roleRef");
  });

  test("through a role that there is not, or cannot be", async () => {
    const bind = async (roleRef: object): Promise<readonly [number, unknown]> => {
      const body = { metadata: { name: "x" }, roleRef, subjects: me() };
      const answer = await rbac.alice.fetch(`${roles}/clusterrolebindings`, send("POST", body));
      return [answer.status, ((await answer.json()) as { message: unknown }).message];
    };
    expect(await bind(ref("nope"))).toEqual([404, `clusterrolebindings.${rbac.group} "nope" not found`]);
    expect(await bind(ref("nope", "Role"))).toEqual([400, "Namespace parameter required."]);
    expect(await bind(ref("nope", "Foo"))).toEqual([500, 'unsupported role reference kind: "Foo"']);
    expect(await bind(ref(""))).toEqual([400, "Name parameter required."]);
    expect(await bind(ref(".."))).toEqual([400, `Name parameter invalid: "..": may not be '..'`]);
    expect(await bind(ref("system:a/b"))).toEqual([400, `Name parameter invalid: "system:a/b": may not contain '/'`]);
  });

  test("permissions of the garbage collector and the user's own are allowed", async () => {
    const finalizers = { metadata: { finalizers: ["example.com/x"] } };
    expect((await rbac.alice.fetch(`${roles}/clusterroles/strong`, mergePatch(finalizers))).status).toBe(200);
    const body = { metadata: { name: "same" }, rules: [pods] };
    expect((await rbac.alice.fetch(`${roles}/clusterroles`, send("POST", body))).status).toBe(201);
  });

  test("a role without rules is judged by validation, not by an accident", async () => {
    const answer = await rbac.alice.fetch(
      `${roles}/clusterroles`,
      send("POST", { metadata: { name: "n" }, rules: [{}] }),
    );
    expect(answer.status).toBe(422);
  });

  test("`escalate` and `bind` allow their holders", async () => {
    await rbac.grant("escalator", [
      { apiGroups: [rbac.group], resources: ["clusterroles"], resourceNames: ["weak"], verbs: ["escalate"] },
      { apiGroups: [rbac.group], resources: ["clusterroles"], resourceNames: ["strong"], verbs: ["bind"] },
    ]);
    await forbidden("clusterroles", send("POST", { metadata: { name: "y" }, rules: [secrets] }), grants);
    expect((await rbac.alice.fetch(`${roles}/clusterroles/weak`, mergePatch({ rules: [secrets] }))).status).toBe(200);
    const binding = { metadata: { name: "bound" }, roleRef: ref("strong"), subjects: me() };
    expect((await rbac.alice.fetch(`${roles}/clusterrolebindings`, send("POST", binding))).status).toBe(201);
  });
});
