import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kubernetesDialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import { afterEach, beforeEach, expect, test } from "vitest";
import { policiesCommand } from "./policies-command.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "policies-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};

const policies = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: sizes }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [example.com], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [widgets] }]
  validations:
    - { expression: object.spec.size < 5, messageExpression: "'size ' + string(object.spec.size)" }
    - { expression: "oldObject == null || oldObject.spec.size <= object.spec.size", message: widgets do not shrink }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: sizes }
spec: { policyName: sizes, validationActions: [Deny] }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } } }
`;
const widget = (name: string, size: number): string =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: ${name} }\nspec: { size: ${size} }\n`;

async function run(objects: string, stored?: string, text = policies): Promise<readonly [boolean, readonly string[]]> {
  const printed: string[] = [];
  const options = {
    policies: [file("policies.yaml", text)],
    objects: [file("objects.yaml", objects)],
    ...(stored === undefined ? {} : { stored: [file("stored.yaml", stored)] }),
    dialect: kubernetesDialect,
  };
  return [await policiesCommand(options, (line) => printed.push(line)), printed];
}

const denied = "is forbidden: ValidatingAdmissionPolicy 'sizes' with binding 'sizes' denied request:";

test("each object has a line, and a denied one makes the command fail", async () => {
  expect(await run(`${widget("a", 3)}---\n${widget("b", 7)}`)).toEqual([
    false,
    ["widget/a: allowed", `widget/b: denied: widgets.example.com "b" ${denied} size 7`],
  ]);
  expect(await run(widget("a", 3))).toEqual([true, ["widget/a: allowed"]]);
});

test("objects of names that are stored are updated", async () => {
  expect(await run(widget("a", 2), widget("a", 3))).toEqual([
    false,
    [`widget/a: denied: widgets.example.com "a" ${denied} widgets do not shrink`],
  ]);
});

test("an object of a type that is not known is denied", async () => {
  const [allowed, lines] = await run("apiVersion: nope.io/v1\nkind: Nope\nmetadata: { name: a }\n");
  expect([allowed, lines]).toEqual([false, ["nope/a: denied: no type is known for Nope of nope.io/v1"]]);
});

test("a file that is not YAML is reported with its path", async () => {
  await expect(run("a: [")).rejects.toThrow(StartupError);
  await expect(run("a: [")).rejects.toThrow(join(dir, "objects.yaml"));
});

test.each([
  ["an expression that does not compile", "object.spec.size < 5,", "object.spec.size <,", "Syntax error"],
  ["a field that there is not", "spec: { policyName: sizes,", "spec: { policy: sizes,", 'unknown field "spec.policy"'],
  ["a value of another type", "policyName: sizes", "policyName: [sizes]", "cannot unmarshal array into"],
  ["an action that there is not", "[Deny]", "[Refuse]", 'Unsupported value: "Refuse"'],
  ["no rules", "operations: [CREATE, UPDATE]", "operations: []", "operations: Required value"],
])("policies that a server would refuse are refused: %s", async (_, text, instead, message) => {
  const wrong = run(widget("a", 3), undefined, policies.replace(text, instead));
  await expect(wrong).rejects.toThrow(StartupError);
  await expect(wrong).rejects.toThrow(message);
});

test.each([
  [
    "of another dialect",
    policies.replaceAll("admissionregistration.k8s.io", "admissionregistration.svc.io"),
    'ValidatingAdmissionPolicy "sizes" is of admissionregistration.svc.io, and the group of dialect kubernetes is admissionregistration.k8s.io',
  ],
  ["absent", "", "the files hold no policy of admissionregistration.k8s.io"],
  [
    "misspelled",
    policies.replace("kind: ValidatingAdmissionPolicy\n", "kind: AdmissionPolicyy\n"),
    "the files hold no policy",
  ],
])("policies that are %s do not allow every object", async (_, text, message) => {
  await expect(run(widget("a", 7), undefined, text)).rejects.toThrow(message);
});
