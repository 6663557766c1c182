import { compareQuantities } from "@svc/base";
import { type Dialect, displayAs, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { changeText } from "../common/change-text.ts";
import { type Check, isEmpty, named, sortedKeys } from "../common/check.ts";
import { immutable, same } from "../common/equal.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { amountOf, isWhole, type ResourceNames, resourceNames } from "../common/resources.ts";
import { claimSpec } from "./claim-spec.ts";
import { validAmount } from "./persistent-volume-spec.ts";
import { classAnnotationWarning } from "./persistent-volume-warnings.ts";

const qualified = named(qualifiedName);

type Claim = core.PersistentVolumeClaim;
type Spec = core.PersistentVolumeClaimSpec;

const object: Check<Claim> = ({ spec = {} }, at) => claimSpec(spec, at.field("spec"));

export function persistentVolumeClaim(dialect: Dialect): KindValidation {
  const classWarning = classAnnotationWarning(dialect);
  return kind<Claim>({
    create: object,
    update: (claim, old, at) => {
      object(claim, at);
      object(claim, at);
      change(claim, old, { at, classAnnotation: `volume.beta.${dialect.labelDomain}/storage-class` });
    },
    subresources: { status: statusChange(resourceNames(dialect)) },
    warnings: ({ metadata, spec = {} }) => [...classWarning(metadata), ...fractions(spec)],
  });
}

function fractions({ resources = {} }: Spec): readonly string[] {
  return (["requests", "limits"] as const).flatMap((list) => {
    const storage = resources[list]?.["storage"];
    if (storage === undefined || isWhole(storage)) return [];
    return [`spec.resources.${list}[storage]: fractional byte value "${storage}" is invalid, must be an integer`];
  });
}

interface ChangeContext {
  readonly at: FieldPath;
  readonly classAnnotation: string;
}

function change(claim: Claim, old: Claim, { at, classAnnotation }: ChangeContext): void {
  const [spec, before] = [claim.spec ?? {}, old.spec ?? {}];
  const [annotation = "", oldAnnotation = ""] = [claim, old].map((c) => c.metadata?.annotations?.[classAnnotation]);
  const isNamed = namesClass(claim, old, classAnnotation);
  if (!isNamed) immutable(annotation, oldAnnotation, at.field("metadata").field("annotations").field(classAnnotation));
  const allowed = allowedSpec(claim, old, isNamed);
  if (!same(spec, allowed))
    at.field("spec").forbidden(
      `spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n${changeText(allowed, spec)}`,
    );
  sizeChange(spec, old, at);
  immutable(spec.volumeMode, before.volumeMode, at.field("volumeMode"));
  attributesChange(spec.volumeAttributesClassName, before.volumeAttributesClassName, at);
}

/**
 * Whether a claim without a class gets one, or has it in the field that it had in the annotation.
 */
function namesClass({ metadata, spec }: Claim, old: Claim, classAnnotation: string): boolean {
  if (old.spec?.storageClassName !== undefined || spec?.storageClassName === undefined) return false;
  const [annotation, before] = [metadata, old.metadata].map((m) => m?.annotations?.[classAnnotation]);
  if (before === undefined) return true;
  return before === spec.storageClassName && (annotation === undefined || annotation === before);
}

/** The old spec with what of the new one may differ from it. */
function allowedSpec({ spec = {}, status }: Claim, old: Claim, namesClass: boolean): Spec {
  const before = old.spec ?? {};
  const allowed: Spec = { ...before };
  // The binder of a claim sets its volume name.
  if (isEmpty(before.volumeName) && spec.volumeName !== undefined) allowed.volumeName = spec.volumeName;
  if (namesClass && spec.storageClassName !== undefined) allowed.storageClassName = spec.storageClassName;
  if (status?.phase === "Bound") {
    allowed.resources = { ...before.resources, requests: { ...before.resources?.requests } };
    const storage = spec.resources?.requests?.["storage"];
    if (storage !== undefined) allowed.resources.requests = { ...allowed.resources.requests, storage };
    if (spec.volumeAttributesClassName === undefined) delete allowed.volumeAttributesClassName;
    else allowed.volumeAttributesClassName = spec.volumeAttributesClassName;
  }
  return allowed;
}

const zero = "0";

/** A request may shrink, but not below the allocated capacity. */
function sizeChange(spec: Spec, { spec: before = {}, status = {} }: Claim, at: FieldPath): void {
  const size = amountOf(spec.resources?.requests?.["storage"] ?? zero);
  const old = amountOf(before.resources?.requests?.["storage"] ?? zero);
  const has = amountOf(status.capacity?.["storage"] ?? zero);
  if (compareQuantities(size, old) < 0 && compareQuantities(size, has) <= 0)
    at.field("spec")
      .field("resources")
      .field("requests")
      .field("storage")
      .forbidden("field can not be less than status.capacity");
}

function attributesChange(name: string | undefined, old: string | undefined, at: FieldPath): void {
  if (name === old) return;
  const place = at.field("spec").field("volumeAttributesClassName");
  if (!at.context.gates.enabled("VolumeAttributesClass"))
    place.forbidden("update is forbidden when the VolumeAttributesClass feature gate is disabled");
  else if (old !== undefined && name === undefined) place.forbidden("update from non-nil value to nil is forbidden");
  else if (old !== undefined && name === "")
    place.forbidden("update from non-nil value to an empty string is forbidden");
}

const resizeStatuses: readonly string[] = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
];

function statusChange({ isNative }: ResourceNames): (claim: Claim, old: Claim, at: FieldPath) => void {
  /** The resources of a claim: storage, and names with the domain of a driver. */
  const resource: Check<string> = (name, at) => {
    if (passes(at, () => qualified(name, at)) && name !== "storage" && isNative(name))
      at.notSupported(name, ["storage"]);
  };
  return ({ spec = {}, status = {} }, _old, at) => {
    if (isEmpty(spec.accessModes)) at.field("Spec").field("accessModes").required();
    const place = at.field("status");
    const { capacity = {}, allocatedResourceStatuses = {}, allocatedResources = {} } = status;
    for (const name of sortedKeys(capacity)) validAmount(capacity[name] ?? zero, place.field("capacity").item(name));
    const statuses = place.field("allocatedResourceStatus");
    for (const name of sortedKeys(allocatedResourceStatuses)) {
      resource(name, statuses);
      // The error shows the name of the resource.
      if (!resizeStatuses.includes(allocatedResourceStatuses[name] ?? ""))
        statuses.notSupported(displayAs(name), resizeStatuses);
    }
    const amounts = place.field("allocatedResources");
    for (const name of sortedKeys(allocatedResources)) {
      if (passes(amounts, () => resource(name, amounts)))
        validAmount(allocatedResources[name] ?? zero, amounts.item(name));
    }
  };
}
