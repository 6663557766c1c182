import { type Attributes, createRbac } from "@svc/authz";
import { silentLog } from "@svc/base";
import { expect, test } from "vitest";
import { logRefusals } from "./log-refusals.ts";

const user = { name: 'al"ice', uid: "", groups: ["developers", "system:authenticated"], extra: {} };
const who = 'RBAC: no rules authorize user "al\\"ice" with groups ["developers" "system:authenticated"] to';
const attributes: Attributes = {
  user,
  verb: "get",
  isResource: true,
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  name: "",
  namespace: "",
  path: "/api/v1/pods",
};

test.each<{ readonly name: string; readonly of: Partial<Attributes>; readonly want: string }>([
  { name: "a collection", of: { verb: "list" }, want: '"list" resource "pods" cluster-wide' },
  {
    name: "an object in a namespace",
    of: { namespace: "default", name: "a" },
    want: '"get" resource "pods" named "a" in namespace "default"',
  },
  {
    name: "a subresource of a group",
    of: { group: "apps", resource: "deployments", subresource: "scale", name: "x", namespace: "default" },
    want: '"get" resource "deployments.apps/scale" named "x" in namespace "default"',
  },
  { name: "a path", of: { isResource: false, path: '/a"b' }, want: '"get" nonResourceURL "/a\\"b" cluster-wide' },
])("a refusal of $name is logged from level 5 on", ({ of, want }) => {
  const lines: string[] = [];
  let isOn = false;
  const log = { ...silentLog, info: (text: string) => void lines.push(text) };
  const asked: [string, number][] = [];
  const rbac = logRefusals(createRbac("rbac.example.io"), (name, level) => {
    asked.push([name, level]);
    return { log, isEnabled: () => isOn };
  });
  expect(rbac.authorize({ ...attributes, ...of })).toMatchObject({ verdict: "noOpinion" });
  isOn = true;
  rbac.authorize({ ...attributes, ...of });
  expect(lines).toEqual([`${who} ${want}`]);
  expect(asked).toEqual([["rbac", 5]]);
});

test("what a role allows is not logged", () => {
  const rbac = createRbac("rbac.example.io");
  rbac.setRole("", "all", [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: [], nonResourceURLs: [] },
  ]);
  const subject = { kind: "User", name: user.name, namespace: "", apiGroup: "rbac.example.io" } as const;
  rbac.setBinding("", "b", {
    name: "b",
    namespace: "",
    roleRef: { kind: "ClusterRole", name: "all" },
    subjects: [subject],
  });
  const log = { ...silentLog, info: () => expect.unreachable() };
  const logged = logRefusals(rbac, () => ({ log, isEnabled: () => true }));
  expect(logged.authorize(attributes)).toMatchObject({ verdict: "allow" });
});
