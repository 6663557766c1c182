import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RbacServer, startRbacServer } from "./security/rbac-server.ts";

describe("questions about rights", () => {
  let rbac: RbacServer;
  beforeAll(async () => {
    rbac = await startRbacServer();
    await rbac.grant("readers", [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }], { namespace: "default" });
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());
  const ask = async (path: string): Promise<readonly [number, Record<string, unknown>]> => {
    const answer = await rbac.server.fetch(`/authorization/${path}`);
    return [answer.status, (await answer.json()) as Record<string, unknown>];
  };

  test("who can: administrators and users with the permission", async () => {
    const [status, answer] = await ask("who-can?verb=get&resource=pods&namespace=default&name=p");
    expect(status).toBe(200);
    const allowed = answer["allowed"] as { subject: object; binding: object; rule: object }[];
    expect(allowed).toContainEqual({
      subject: { kind: "User", name: "alice" },
      binding: { namespace: "default", name: "readers" },
      roleRef: { kind: "ClusterRole", name: "readers" },
      rule: expect.objectContaining({ verbs: ["get"], resources: ["pods"] }),
    });
    expect(allowed.map((a) => a.subject)).toContainEqual({ kind: "Group", name: "system:masters" });
  });

  test("why denied: with the nearest rule", async () => {
    const [, answer] = await ask(
      "why-denied?user=alice&userGroup=developers&verb=delete&resource=pods&namespace=default",
    );
    expect(answer).toMatchObject({
      message: 'the nearest rule, of ClusterRole "readers" by RoleBinding "readers/default", does not fit in verb',
      decision: { verdict: "noOpinion" },
      nearest: { differs: ["verb"] },
    });
  });

  test.each([
    ["who-can?resource=pods", "the parameter verb is missing"],
    ["who-can?verb=get", "either the parameter resource or the parameter path is needed"],
    ["who-can?verb=get&resource=pods&path=/x", "either the parameter resource or the parameter path is needed"],
    ["why-denied?verb=get&resource=pods", "the parameter user or the parameter userGroup is missing"],
    ["who-can?verb=get&resource=pods&group=apps", 'there is no parameter "group"; there are'],
  ])("%s is refused", async (path, message) => {
    const [status, answer] = await ask(path);
    expect([status, answer["message"]]).toEqual([400, expect.stringContaining(message)]);
  });

  test("are for administrators until they are granted, and read-only", async () => {
    const path = "/authorization/who-can?verb=get&resource=pods";
    expect((await rbac.alice.fetch(path)).status).toBe(403);
    expect((await rbac.server.fetch(path, { method: "POST" })).status).toBe(405);
    expect((await rbac.server.fetch("/authorization/other")).status).toBe(404);
    await rbac.grant("askers", [{ nonResourceURLs: ["/authorization/*"], verbs: ["get"] }]);
    expect((await rbac.alice.fetch(path)).status).toBe(200);
  });
});
