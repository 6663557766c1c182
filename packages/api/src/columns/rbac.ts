import type { ApiObject } from "@svc/meta";
import { age } from "./age.ts";
import { type CellsOfKinds, cells } from "./cells.ts";

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

interface Binding extends ApiObject {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly Subject[];
}

const binding = cells((object: Binding, nowMs) => {
  const { roleRef, subjects = [] } = object;
  const of = (kind: string): readonly Subject[] => subjects.filter((subject) => subject.kind === kind);
  return [
    object.metadata.name ?? "",
    `${roleRef.kind}/${roleRef.name}`,
    age(object, nowMs),
    of("User")
      .map(({ name }) => name)
      .join(", "),
    of("Group")
      .map(({ name }) => name)
      .join(", "),
    of("ServiceAccount")
      .map(({ namespace = "", name }) => `${namespace}/${name}`)
      .join(", "),
  ];
});

export const rbacCells: CellsOfKinds = { RoleBinding: binding, ClusterRoleBinding: binding };
