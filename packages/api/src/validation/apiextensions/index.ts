import { quote } from "@svc/base";
import { type Dialect, dns1123Subdomain, maskTrailingDash } from "@svc/meta";
import type { Expressions, MetadataCheck } from "@svc/schema";
import type { apiextensionsv1 } from "@svc/types";
import { type Check, members } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { shownBytes } from "../common/shown-bytes.ts";
import { caBundleProblem } from "./ca-bundle.ts";
import { definitionSpec } from "./definition-spec.ts";
import { groupApproval } from "./group-approval.ts";
import { someNames } from "./names.ts";

type Definition = apiextensionsv1.CustomResourceDefinition;

const noSpec: apiextensionsv1.CustomResourceDefinitionSpec = {
  group: "",
  scope: "",
  names: { plural: "", kind: "" },
  versions: [],
};

export function apiextensionsValidation(
  dialect: Dialect,
  expressions?: Expressions,
  checkMetadata?: MetadataCheck,
): Readonly<Record<string, KindValidation>> {
  const spec = definitionSpec(dialect, { expressions, checkMetadata });
  const approval = approvalRule(dialect);
  const dropsUnknown = unknownFields(dialect);
  return {
    CustomResourceDefinition: kind<Definition>({
      *objectSteps(object, at) {
        if (at.old === undefined) names(object, at.field("metadata"));
        yield* spec(object.spec ?? noSpec, at.field("spec"));
      },
      create: (object, at) => {
        storedVersions(object, at.field("status").field("storedVersions"));
        approval(object, undefined, at);
        dropsUnknown(object, at);
      },
      update: (object, old, at) => {
        identity(object, old, at.field("spec"));
        conversionBundle(object, old, at.field("spec").field("conversion").field("webhookClientConfig"));
        storedVersions(object, at.field("status").field("storedVersions"));
        approval(object, old, at);
        if (old.spec?.preserveUnknownFields !== true) dropsUnknown(object, at);
      },
      subresources: { status: ({ status = {} }, _old, at) => statusRules(status, at.field("status")) },
    }),
  };
}

/** Names, and prefixes of generated names, must be those of the definition. */
function names({ metadata, spec }: Definition, at: FieldPath): void {
  const { generateName = "", name = "" } = metadata ?? {};
  const expected = `${spec?.names?.plural ?? ""}.${spec?.group ?? ""}`;
  const check = (field: string, value: string, text: string): void => {
    if (value === "") return;
    const place = at.field(field);
    for (const problem of dns1123Subdomain(text)) place.invalid(value, problem);
    if (value !== expected) place.invalid(value, 'must be spec.names.plural+"."+spec.group');
  };
  check("generateName", generateName, maskTrailingDash(generateName));
  check("name", name, name);
}

/**
 * Once served, objects keep their kind and scope; where they are found stays from the beginning.
 */
function identity({ spec = noSpec }: Definition, { spec: old = noSpec, status }: Definition, at: FieldPath): void {
  const established = status?.conditions?.some((c) => c.type === "Established" && c.status === "True") === true;
  if (established) {
    immutable(spec.scope, old.scope, at.field("scope"));
    immutable(spec.names?.kind, old.names?.kind, at.field("names").field("kind"));
  }
  immutable(spec.group, old.group, at.field("group"));
  immutable(spec.names?.plural, old.names?.plural, at.field("names").field("plural"));
}

/** A certificate bundle may be broken from the start; one that works is not replaced by such. */
function conversionBundle({ spec }: Definition, { spec: old }: Definition, at: FieldPath): void {
  const bundle = spec?.conversion?.webhook?.clientConfig?.caBundle;
  const problem = caBundleProblem(bundle);
  if (problem === undefined || caBundleProblem(old?.conversion?.webhook?.clientConfig?.caBundle) !== undefined) return;
  at.field("caBundle").invalid(shownBytes(Buffer.from(bundle ?? "", "base64")), problem);
}

/**
 * Checks the versions in which objects may be stored: each must still be declared, and the current
 * storage version must be among them.
 */
function storedVersions({ spec = noSpec, status }: Definition, at: FieldPath): void {
  const stored = status?.storedVersions ?? [];
  const { versions = [] } = spec;
  if (stored.length === 0) {
    at.invalid(stored, "must have at least one stored version");
    return;
  }
  const left = new Map(stored.map((version, i) => [version, i]));
  for (const { name, storage } of versions) {
    if (storage === true && !left.has(name)) at.invalid(stored, `must have the storage version ${name}`);
    left.delete(name);
  }
  for (const [version, i] of left)
    at.item(i).invalid(
      version,
      `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`,
    );
}

/** The product's own groups require an approval annotation. A previous state may stay. */
function approvalRule(dialect: Dialect): (definition: Definition, old: Definition | undefined, at: FieldPath) => void {
  const approval = groupApproval(dialect);
  return (definition, old, at) => {
    const { state, value } = approval(definition);
    if (old !== undefined && approval(old).state === state) return;
    const place = at.field("metadata").field("annotations").item(approval.key);
    const needed = `protected groups must have approval annotation ${quote(approval.key)}`;
    const reference = "see https://github.com/kubernetes/enhancements/pull/1111";
    if (state === "missing") place.required(`${needed}, ${reference}`);
    if (state === "invalid")
      place.invalid(value, `${needed} with either a URL or a reason starting with "unapproved", ${reference}`);
  };
}

function unknownFields({ extensionPrefix }: Dialect): Check<Definition> {
  const message = `cannot set to true, set ${extensionPrefix}preserve-unknown-fields to true in spec.versions[*].schema instead`;
  return ({ spec }, at) => {
    if (spec?.preserveUnknownFields === true) at.field("spec").field("preserveUnknownFields").invalid(true, message);
  };
}

const statusRules: Check<apiextensionsv1.CustomResourceDefinitionStatus> =
  members<apiextensionsv1.CustomResourceDefinitionStatus>({ acceptedNames: someNames });
