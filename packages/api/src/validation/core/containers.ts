import { type Dialect, dns1123Label } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { choice, isEmpty, named, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { once } from "../common/once.ts";
import { containerPorts, hostPortConflicts } from "./container-ports.ts";
import { type ClaimNames, type RequirementsCheck, requirements, resizePolicy } from "./container-resources.ts";
import { containerSecurity } from "./container-security.ts";
import { environment, environmentFrom } from "./env.ts";
import { mounts } from "./mounts.ts";
import { type HandlerScope, handlers } from "./probes.ts";
import type { Volumes } from "./volumes.ts";

/** The facts about a pod that checks of its containers use. */
interface PodScope extends HandlerScope {
  readonly spec: core.PodSpec;
  readonly volumes: Volumes;
  readonly claims: ClaimNames;
}

const label = named(dns1123Label);
const pullPolicy = choice("Always", "IfNotPresent", "Never");
const messagePolicy = choice("File", "FallbackToLogsOnError");

/** Checks the three lists of containers of a pod, whose names must differ. */
export function containerLists(dialect: Dialect): (scope: PodScope, at: FieldPath) => void {
  const resources = once(requirements(dialect), { by: ({ claims }) => [...claims] });
  const common: ContainerCheck = once((container, at, scope) => commonChecks(container, at, { scope, resources }), {
    by: ({ spec }) => [spec.volumes, spec.resourceClaims, spec.restartPolicy, spec.hostUsers],
  });
  return (scope, at) => {
    containers(scope, at.field("containers"), common);
    initContainers(scope, at.field("initContainers"), common);
    ephemeralContainers(scope, at.field("ephemeralContainers"), common);
  };
}

type ContainerCheck = (container: core.Container, at: FieldPath, scope: PodScope) => void;

/** Validates a container of any kind, with the facts about its pod. */
function commonChecks(
  container: core.Container,
  at: FieldPath,
  { scope, resources }: { readonly scope: PodScope; readonly resources: RequirementsCheck },
): void {
  const { name = "", image = "" } = container;
  if (name === "") at.field("name").required();
  else label(name, at.field("name"));
  if (image === "") at.field("image").required();
  messagePolicy(container.terminationMessagePolicy ?? "", at.field("terminationMessagePolicy"));
  if (container.ports !== undefined) containerPorts(container.ports, at.field("ports"));
  if (container.env !== undefined) environment(container.env, at.field("env"));
  if (container.envFrom !== undefined) environmentFrom(container.envFrom, at.field("envFrom"));
  mounts(container, at, scope.volumes);
  pullPolicy(container.imagePullPolicy ?? "", at.field("imagePullPolicy"));
  if (container.resources !== undefined) resources(container.resources, at.field("resources"), scope);
  if (container.resizePolicy !== undefined)
    resizePolicy(container.resizePolicy, at.field("resizePolicy"), scope.spec.restartPolicy);
  if (container.securityContext !== undefined)
    containerSecurity(container.securityContext, at.field("securityContext"), scope.spec.hostUsers !== false);
}

function containers(scope: PodScope, at: FieldPath, check: ContainerCheck): void {
  const list = scope.spec.containers ?? [];
  if (list.length === 0) {
    at.required();
    return;
  }
  const names = new Set<string>();
  for (const [i, container] of list.entries()) {
    const place = at.item(i);
    check(container, place, scope);
    if (names.has(container.name)) place.field("name").duplicate(container.name);
    names.add(container.name);
    handlers(container, place, scope);
    if (container.restartPolicy !== undefined)
      place.field("restartPolicy").forbidden("may not be set for non-init containers");
  }
  hostPortConflicts(list, at);
}

const restartPolicies = oneOf("Always");
const handlerNames = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

function initContainers(scope: PodScope, at: FieldPath, check: ContainerCheck): void {
  const { spec } = scope;
  if (spec.initContainers === undefined) return;
  const names = new Set(spec.containers?.map(({ name }) => name));
  for (const [i, container] of spec.initContainers.entries()) {
    const { name = "", restartPolicy } = container;
    const place = at.item(i);
    check(container, place, scope);
    if (restartPolicy !== undefined) restartPolicies(restartPolicy, place.field("restartPolicy"));
    if (names.has(name)) place.field("name").duplicate(name);
    else if (name !== "") names.add(name);
    hostPortConflicts([container], at);
    // A restartable init container runs beside the containers and has their probes and hooks.
    if (restartPolicy === "Always") handlers(container, place, scope);
    else
      for (const handler of handlerNames)
        if (container[handler] !== undefined)
          place.field(handler).forbidden("may not be set for init containers without restartPolicy=Always");
  }
}

const notInEphemeral = [
  ...(["ports", "resources", "resizePolicy", "restartPolicy", "livenessProbe", "readinessProbe"] as const),
  ...(["startupProbe", "lifecycle"] as const),
];
const ephemeralDetail = "cannot be set for an Ephemeral Container";

/** Containers that are put into a running pod to look at it. */
function ephemeralContainers(scope: PodScope, at: FieldPath, check: ContainerCheck): void {
  const { spec } = scope;
  if (spec.ephemeralContainers === undefined) return;
  const others = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
  const names = new Set(others);
  for (const [i, container] of spec.ephemeralContainers.entries()) {
    const { name = "", targetContainerName: target = "" } = container;
    const place = at.item(i);
    check(container as core.Container, place, scope);
    trimmedImage(container, place);
    if (names.has(name)) place.field("name").duplicate(name);
    names.add(name);
    if (target !== "" && !others.has(target)) place.field("targetContainerName").notFound(target);
    for (const field of notInEphemeral) {
      const value = container[field];
      if (value !== undefined && !(field === "resources" && isEmpty(value)))
        place.field(field).forbidden(ephemeralDetail);
    }
    for (const [j, { subPath = "", subPathExpr = "" }] of (container.volumeMounts ?? []).entries()) {
      const mount = place.field("volumeMounts").item(j);
      if (subPath !== "") mount.field("subPath").forbidden(ephemeralDetail);
      if (subPathExpr !== "") mount.field("subPathExpr").forbidden(ephemeralDetail);
    }
  }
}

/** For pods only: images in templates may have surrounding spaces. */
export function trimmedImage({ image = "" }: Pick<core.Container, "image">, at: FieldPath): void {
  if (image !== image.trim()) at.field("image").invalid(image, "must not have leading or trailing whitespace");
}
