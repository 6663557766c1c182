/**
 * What a decision costs, with few and with many roles and bindings. `node --conditions=svc-source
 * bench/rbac.ts`
 */
import { type Attributes, createRbac, type Rbac, type User, whoCan } from "@svc/authz";

const rounds = 1_000_000;
const user = (name: string, ...groups: string[]): User => ({ name, uid: "", groups, extra: {} });
const alice = user("alice", "developers", "system:authenticated");
const question = (who: User, changes: Partial<Attributes> = {}): Attributes => ({
  user: who,
  verb: "get",
  isResource: true,
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  name: "p",
  namespace: "ns-1",
  path: "",
  ...changes,
});

function filled(roles: number, bindings: number): Rbac {
  const rbac = createRbac("rbac");
  for (let i = 0; i < roles; i++) {
    const resources = i === 0 ? ["pods"] : [`things${i}`];
    rbac.setRole("", `r${i}`, [{ verbs: ["get", "list", "watch"], apiGroups: [""], resources }]);
  }
  for (let i = 0; i < bindings; i++) {
    const namespace = `ns-${i % 500}`;
    const subjects = [i === 1 ? { kind: "User", name: "alice" } : { kind: "User", name: `user-${i}` }];
    const roleRef = { kind: "ClusterRole", name: `r${i === 1 ? 0 : i % roles}` };
    rbac.setBinding(namespace, `b${i}`, { namespace, name: `b${i}`, roleRef, subjects });
  }
  return rbac;
}

function measure(name: string, count: number, run: (i: number) => void): void {
  for (let i = 0; i < count / 10; i++) run(i);
  const begun = process.hrtime.bigint();
  for (let i = 0; i < count; i++) run(i);
  const ns = Number(process.hrtime.bigint() - begun) / count;
  console.log(`${name.padEnd(64)} ${ns.toFixed(0).padStart(7)} ns`);
}

for (const [roles, bindings] of [
  [10, 10],
  [1000, 10_000],
] as const) {
  const rbac = filled(roles, bindings);
  const size = `${roles} roles, ${bindings} bindings`;
  const known = question(alice);
  const names = Array.from({ length: 64 }, (_, i) => question(alice, { name: `p${i}` }));
  const strangers = Array.from({ length: 1000 }, (_, i) => question(user(`u${i}`)));
  if (rbac.authorize(known).verdict !== "allow") throw new Error("alice must be allowed");
  measure(`${size}: the same question`, rounds, () => rbac.authorize(known));
  measure(`${size}: of many names`, rounds, (i) => rbac.authorize(names[i & 63] ?? known));
  measure(`${size}: a user never seen`, rounds / 10, () => rbac.authorize(question(user("alice", "developers"))));
  measure(`${size}: one who has nothing`, rounds, (i) => rbac.authorize(strangers[i % 1000] ?? known));
  const binding = { namespace: "ns-1", name: "b1", roleRef: { kind: "ClusterRole", name: "r0" } };
  const subjects = [{ kind: "User", name: "alice" }];
  measure(`${size}: a binding changes, then a question`, rounds / 10, () => {
    rbac.setBinding("ns-1", "b1", { ...binding, subjects });
    rbac.authorize(known);
  });
  measure(`${size}: who can`, 200, () => whoCan(rbac, known));
}
