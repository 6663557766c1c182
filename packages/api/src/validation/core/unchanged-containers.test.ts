import { kubernetesDialect } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { corev1 as core } from "@svc/types";
import { expect, it } from "vitest";
import { FieldPath } from "../common/field-path.ts";
import { podTemplate } from "./pod-template.ts";

const context = { gates: { enabled: () => false } } as unknown as WriteContext;
const check = podTemplate(kubernetesDialect);

const container = (name: string, more: object = {}): core.Container =>
  ({ name, image: "i", imagePullPolicy: "Always", terminationMessagePolicy: "File", ...more }) as core.Container;

const template = (containers: readonly core.Container[], more: object): core.PodTemplateSpec =>
  ({ spec: { containers, restartPolicy: "Always", dnsPolicy: "ClusterFirst", ...more } }) as core.PodTemplateSpec;

function errorsOf(next: core.PodTemplateSpec, old: core.PodTemplateSpec): readonly string[] {
  const root = new FieldPath(context, [], { old: { template: old } });
  check(next, root.field("template"));
  return root.errors.map(({ field }) => field ?? "");
}

it("unchanged containers are reported once another part of their pod changed", () => {
  const volumes = [{ name: "data", emptyDir: {} }];
  const kept = container("kept", { volumeMounts: [{ name: "data", mountPath: "/data" }] });
  const versions = ["1", "2", "3"].map((value) =>
    template([kept, container("other", { env: [{ name: "A", value }] })], { volumes }),
  );
  const [first, second, third] = versions as [core.PodTemplateSpec, core.PodTemplateSpec, core.PodTemplateSpec];
  for (const [next, old] of [
    [second, first],
    [third, second],
  ] as const)
    expect(errorsOf(next, old)).toEqual([]);
  const without = template(third.spec?.containers ?? [], { volumes: [] });
  expect(errorsOf(without, third)).toEqual(["template.spec.containers[0].volumeMounts[0].name"]);
});

it("changed containers are reported each time", () => {
  const bad = container("bad", { env: [{ name: "" }] });
  const [old, next] = [template([container("bad")], {}), template([bad], {})];
  for (const before of [old, next, next])
    expect(errorsOf(next, before)).toEqual(["template.spec.containers[0].env[0].name"]);
});
