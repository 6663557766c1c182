import {
  type ApiObject,
  aggregateErrors,
  badRequest,
  conflict,
  copyJson,
  copyMembers,
  notFound,
  notSupported,
  plainError,
  quote,
  required,
  type Status,
} from "@svc/meta";
import { contextOf, type ExtensionContext, type SubresourceHandler, writeOptionsOf } from "@svc/server";
import { type Pod, withCondition } from "./pod-conditions.ts";

interface Binding extends ApiObject {
  target: { kind?: string; name?: string };
}

/** `POST …/pods/<name>/binding`, and of a `Binding` that names its pod: assigns a pod to a node. */
export function binding({ local: { registry }, requests }: ExtensionContext): SubresourceHandler {
  return (state, route) =>
    requests.performAction<Binding>(state, route, {
      check: (sent) => {
        if ((sent.metadata.name ?? "") !== (route.name ?? sent.metadata.name ?? ""))
          throw badRequest("name in URL does not match name in Binding object");
        checkTarget(sent);
      },
      act: async ({ object, write }) => {
        const pods = registry.catalog.snapshot().find("", "v1", "pods");
        const name = route.name ?? object.metadata.name ?? "";
        const { namespace = "" } = route;
        if (pods === undefined) throw notFound({ group: "", resource: "pods", name });
        if (name === "") throw badRequest("Name parameter required.");
        const { uid = "", resourceVersion = "" } = object.metadata;
        await registry.change(
          { ...pods, subresource: "binding" },
          { ...contextOf(state), admitted: true },
          {
            target: { namespace, name },
            options: writeOptionsOf(write, state),
            createIfAbsent: "never",
            mustExist: true,
            repeatable: true,
            uid,
            resourceVersion,
            next: (live, { now }) => bound(live as Pod, object, now),
          },
        );
        const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
        return { status };
      },
    });
}

function checkTarget({ target: { kind = "", name = "" } }: Binding): void {
  const errors = [
    ...(kind === "" || kind === "Node" ? [] : [notSupported("target.kind", kind, ["Node", "<empty>"])]),
    ...(name === "" ? [required("target.name", "")] : []),
  ];
  if (errors.length > 0) throw plainError(aggregateErrors(errors));
}

function bound(live: Pod, { target, metadata: { annotations } }: Binding, now: string): ApiObject {
  const pod = copyJson(live) as Pod & { metadata: ApiObject["metadata"] };
  const name = pod.metadata.name ?? "";
  const refuse = (why: string): never => {
    throw conflict({ group: "", resource: "pods/binding", name }, why);
  };
  if (pod.metadata.deletionTimestamp !== undefined)
    refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  const node = pod.spec?.nodeName ?? "";
  if (node !== "") refuse(`pod ${name} is already assigned to node ${quote(node)}`);
  if ((pod.spec?.schedulingGates?.length ?? 0) > 0) refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  pod.spec = { ...pod.spec, nodeName: target.name ?? "" };
  if (annotations !== undefined) pod.metadata.annotations = withMembers(annotations, pod.metadata.annotations);
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null };
  pod.status = { ...pod.status, conditions: withCondition(pod.status?.conditions, scheduled, now) };
  return pod;
}

/** Merges two objects; members of the first take precedence. Only the first may be large. */
function withMembers<T>(
  first: Readonly<Record<string, T>>,
  second: Readonly<Record<string, T>> = {},
): Record<string, T> {
  // V8 copies the first object as a whole, but further ones member by member.
  const all = copyMembers(first);
  for (const [name, value] of Object.entries(second)) if (!Object.hasOwn(all, name)) all[name] = value;
  return all;
}
