import { byteLength, type Dialect, isFurther, qualifiedName } from "@svc/meta";
import type { corev1 as core, storagev1, storagev1beta1 } from "@svc/types";
import { type Check, isEmpty, members, named, needed, oneOf, text } from "../common/check.ts";
import { deprecatedLabels } from "../common/deprecated-labels.ts";
import { immutable, sameMember } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { whenSet } from "../common/when-set.ts";

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

const parameters: Check<Readonly<Record<string, string>>> = (map, at) => {
  const entries = Object.entries(map);
  if (entries.length > maxParameters) return at.tooLong(maxParameters);
  let bytes = 0;
  for (const [key, value] of entries) {
    if (key === "") at.invalid(key, "field can not be empty.");
    bytes += byteLength(key) + byteLength(value);
  }
  if (bytes > maxParameterBytes) at.tooLong(maxParameterBytes);
};

/** Names of drivers may have upper-case letters; errors show them without. */
const driverName: Check<string> = (name, at) => {
  const lower = name.toLowerCase();
  for (const problem of qualifiedName(lower)) at.invalid(lower, problem);
};

const topologyValues: Check<readonly string[]> = (values, at) => {
  const seen = new Set<string>();
  for (const [i, value] of values.entries()) {
    if (seen.has(value)) at.item(i).duplicate(value);
    seen.add(value);
  }
};

const requirement = members<core.TopologySelectorLabelRequirement>({
  values: needed(topologyValues),
  key: text(named(qualifiedName)),
});

const term: Check<core.TopologySelectorTerm> = ({ matchLabelExpressions = [] }, at) => {
  const keys = new Set<string>();
  for (const [i, expression] of matchLabelExpressions.entries()) {
    const place = at.field("matchLabelExpressions").item(i);
    requirement(expression, place);
    if (keys.has(expression.key)) place.field("key").duplicate(expression.key);
    keys.add(expression.key);
  }
};

/**
 * An error for each earlier term with the same requirements. A term without requirements equals
 * every term. Past the bound, errors are counted once for a term.
 */
const topologies: Check<readonly core.TopologySelectorTerm[]> = (terms, at) => {
  const seen = new Map<string, number>();
  for (const [i, value] of terms.entries()) {
    term(value, at.item(i));
    const meaning = meaningOf(value);
    const before = seen.get(meaning) ?? (isEmpty(value.matchLabelExpressions) ? terms.length : 0);
    const place = at.item(i).field("matchLabelExpressions");
    for (let n = 0; n < before && (n === 0 || !isFurther(at.errors.at(-1))); n++) place.duplicate("");
    seen.set(meaning, before + 1);
  }
};

function meaningOf({ matchLabelExpressions = [] }: core.TopologySelectorTerm): string {
  const pairs = matchLabelExpressions.map(({ key, values }) => [key, [...new Set(values)].sort()] as const);
  return JSON.stringify(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const storageClassObject = members<storagev1.StorageClass>({
  provisioner: needed(driverName),
  parameters,
  reclaimPolicy: whenSet(oneOf("Delete", "Retain")),
  volumeBindingMode: oneOf("Immediate", "WaitForFirstConsumer"),
  allowedTopologies: topologies,
});

/** Reports fields that may not change at all. */
function forbidChange<T extends object>(fields: readonly (keyof T & string)[]) {
  return (object: T, old: T, at: FieldPath): void => {
    for (const field of fields)
      if (!sameMember(field, object[field], old[field]))
        at.field(field).forbidden(`updates to ${field} are forbidden.`);
  };
}

const storageClassFields = forbidChange<storagev1.StorageClass>(["parameters", "provisioner", "reclaimPolicy"]);

export function storageClass(dialect: Dialect): KindValidation {
  const deprecated = deprecatedLabels(dialect);
  return kind<storagev1.StorageClass>({
    object: storageClassObject,
    update: (object, old, at) => {
      storageClassFields(object, old, at);
      immutable(object.volumeBindingMode, old.volumeBindingMode, at.field("volumeBindingMode"));
    },
    warnings: ({ allowedTopologies = [] }) =>
      allowedTopologies.flatMap(({ matchLabelExpressions = [] }, i) =>
        matchLabelExpressions.flatMap(({ key }, k) => {
          const reason = deprecated(key);
          return reason === undefined ? [] : [`allowedTopologies[${i}].matchLabelExpressions[${k}].key: ${reason}`];
        }),
      ),
  });
}

const attributesFields = forbidChange<storagev1beta1.VolumeAttributesClass>(["driverName", "parameters"]);

const attributes = members<storagev1beta1.VolumeAttributesClass>({
  driverName: needed(driverName),
  parameters: needed(parameters, "must contain at least one key/value pair"),
});

export const volumeAttributesClass: KindValidation = kind<storagev1beta1.VolumeAttributesClass>({
  object: attributes,
  update: (object, old, at) => {
    attributesFields(object, old, at);
    attributes(object, at);
  },
});
