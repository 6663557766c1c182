import { type Dialect, duplicate, internalFieldError, labelValue, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { addressWarnings, productName } from "../common/address-spelling.ts";
import { type Check, each, isEmpty, named, oneOf, sortedKeys } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { cidr, parseCidr } from "../common/ip.ts";
import { type ChangeCheck, kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { type ResourceNames, resourceNames } from "../common/resources.ts";
import { jsonObjectProblem, jsonType } from "./json-text.ts";

const qualified = named(qualifiedName);
const labelText = named(labelValue);

const effect = oneOf("NoSchedule", "PreferNoSchedule", "NoExecute");

const taints: Check<readonly core.Taint[]> = (list, at) => {
  const seen = new Set<string>();
  for (const [i, taint] of list.entries()) {
    const place = at.item(i);
    const { key = "", value = "" } = taint;
    const effectText: string = taint.effect ?? "";
    qualified(key, place.field("key"));
    labelText(value, place.field("value"));
    if (effectText === "") place.field("effect").required();
    else effect(effectText, place.field("effect"));
    const id = `${effectText}/${key}`;
    if (seen.has(id)) {
      const error = duplicate(place.path, taint);
      place.add({ ...error, body: `${error.body}: taints must be unique by key and effect pair` });
    }
    seen.add(id);
  }
};

const podRanges: Check<readonly string[]> = (ranges, at) => {
  if (ranges.length === 0) return;
  each(cidr)(ranges, at);
  if (ranges.length === 1) return;
  const families = ranges.map((range) => parseCidr(range)?.ip.family);
  const wrong = families.indexOf(undefined);
  if (wrong >= 0)
    at.add(
      internalFieldError(
        at.path,
        `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${wrong}]: <nil> (invalid CIDR address: ${ranges[wrong]})`,
      ),
    );
  if (wrong >= 0 || new Set(families).size < ranges.length)
    at.invalid(ranges, "may specify no more than one CIDR for each IP family");
};

function amounts({ amount }: ResourceNames): Check<Readonly<Record<string, string>>> {
  return (map, at) => {
    for (const name of sortedKeys(map)) amount(name)(map[name] ?? "0", at.field(name));
  };
}

/** Validates the deprecated annotation with the pods that a node avoids. */
function avoidedPods(annotation: string): Check<core.Node> {
  return ({ metadata }, at) => {
    const text = metadata?.annotations?.[annotation] ?? "";
    if (text === "") return;
    const place = at.field("metadata").field("annotations");
    const problem = jsonObjectProblem(Buffer.from(text), "v1.AvoidPods");
    if (problem !== undefined) return place.field("AvoidPods").invalid(annotation, problem);
    const { preferAvoidPods } = JSON.parse(text) as { readonly preferAvoidPods?: unknown };
    if (preferAvoidPods === undefined || preferAvoidPods === null) return;
    if (!Array.isArray(preferAvoidPods))
      return place
        .field("AvoidPods")
        .invalid(
          annotation,
          `json: cannot unmarshal ${jsonType(preferAvoidPods)} into Go struct field AvoidPods.preferAvoidPods of type []v1.PreferAvoidPodsEntry`,
        );
    for (const [i, entry] of preferAvoidPods.entries())
      avoided(entry, place.field(annotation).item(i).field("PodSignature"));
  };
}

interface AvoidedPods {
  readonly podSignature?: { readonly podController?: { readonly controller?: boolean } };
}

function avoided({ podSignature }: AvoidedPods, at: FieldPath): void {
  const controller = podSignature?.podController;
  if (controller === undefined) at.required();
  else if (controller.controller === false)
    at.field("PodController")
      .field("Controller")
      .invalid(controller.controller ?? false, "must point to a controller");
}

/** The immutable fields of a node. */
function fixed(value: core.Node, old: core.Node, at: FieldPath): void {
  const place = at.field("spec");
  const [spec, before] = [value.spec ?? {}, old.spec ?? {}];
  if (!isEmpty(before.podCIDRs) && !same(spec.podCIDRs, before.podCIDRs))
    place.field("podCIDRs").forbidden('node updates may not change podCIDR except from "" to valid');
  taints(spec.taints ?? [], at.field("metadata").field("taints"));
  if (!isEmpty(before.providerID) && spec.providerID !== before.providerID)
    place.field("providerID").forbidden('node updates may not change providerID except from "" to valid');
  if ((spec.externalID ?? "") !== (before.externalID ?? "")) place.field("externalID").forbidden("may not be updated");
}

const addresses: Check<readonly core.NodeAddress[]> = (list, at) => {
  const seen = new Set<string>();
  for (const [i, address] of list.entries()) {
    const id = `${address.type}/${address.address}`;
    if (seen.has(id)) at.item(i).duplicate(address);
    seen.add(id);
  }
};

export function node(dialect: Dialect): KindValidation {
  const amountsOf = amounts(resourceNames(dialect));
  const warnings = addressWarnings(dialect);
  const avoids = avoidedPods(`scheduler.alpha.${dialect.labelDomain}/preferAvoidPods`);
  const resources: Check<core.Node> = ({ status = {} }, at) => {
    amountsOf(status.capacity ?? {}, at.field("status").field("capacity"));
    amountsOf(status.allocatable ?? {}, at.field("status").field("allocatable"));
  };
  const object: Check<core.Node> = (value, at) => {
    avoids(value, at);
    taints(value.spec?.taints ?? [], at.field("metadata").field("taints"));
    resources(value, at);
    podRanges(value.spec?.podCIDRs ?? [], at.field("spec").field("podCIDRs"));
  };
  const change: ChangeCheck<core.Node> = (value, old, at) => {
    avoids(value, at);
    resources(value, at);
    addresses(value.status?.addresses ?? [], at.field("status").field("addresses"));
    fixed(value, old, at);
  };
  return kind<core.Node>({
    object,
    update: change,
    subresources: { status: change },
    warnings: ({ spec = {} }) => [
      ...(isEmpty(spec.externalID)
        ? []
        : [`spec.externalID: this field is deprecated, and is unused by ${productName(dialect)}`]),
      ...(spec.podCIDRs ?? []).flatMap((range, i) => warnings.cidr(`spec.podCIDRs[${i}]`, range)),
    ],
  });
}
