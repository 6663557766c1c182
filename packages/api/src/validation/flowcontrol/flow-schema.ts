import { dns1123Label, dns1123Subdomain, quote } from "@svc/meta";
import type { flowcontrolv1 } from "@svc/types";
import { type Check, each, isEmpty, members, named, needed, number } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { conditionTypes } from "./condition-types.ts";
import { exemptName, mandatoryFlowSchemas } from "./mandatory.ts";

const maxPrecedence = 10_000;
const any = "*";

const distinguishers: readonly string[] = ["ByNamespace", "ByUser"];
const verbs: readonly string[] = [
  ...["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"],
];

/** A non-empty list in which the wildcard must be the only item. */
function listOf(what: string, missing: string, check?: Check<readonly string[]>): Check<readonly string[]> {
  return (list, at) => {
    if (isEmpty(list)) at.required(missing);
    else if (list.includes(any)) {
      if (list.length > 1) at.invalid(list, `if '*' is present, must not specify other ${what}`);
    } else check?.(list, at);
  };
}

const verbList = listOf("verbs", "verbs must contain at least one value", (list, at) => {
  if (!list.every((verb) => verbs.includes(verb))) at.notSupported(list, verbs);
});
const groupList = listOf("api groups", "resource rules must supply at least one api group");
const resourceList = listOf("resources", "resource rules must supply at least one resource");
const namespaceList = listOf(
  "namespaces",
  "resource rules that are not cluster scoped must supply at least one namespace",
  each((namespace, at) => {
    for (const problem of dns1123Label(namespace))
      at.invalid(namespace, `each member of this list must be '*' or a DNS-1123 label; ${problem}`);
  }),
);
const urlList = listOf("non-resource URLs", "nonResourceURLs must contain at least one value", each(path));

/** A path, or the prefix of paths: `/apis/*`. Only the first error is reported. */
function path(value: string, at: FieldPath): void {
  const problem = pathProblem(value);
  if (problem !== undefined) at.invalid(value, problem);
}

function pathProblem(value: string): string | undefined {
  if (value === "") return "must not be empty";
  if (!value.startsWith("/")) return "must start with slash";
  if (value.includes(" ")) return "must not contain white-space";
  if (value.includes("//")) return "must not contain double slash";
  const start = value.endsWith("/*") ? value.slice(0, -1) : value;
  return start.includes(any) ? "wildcard can only do suffix matching" : undefined;
}

const resourceRule: Check<flowcontrolv1.ResourcePolicyRule> = (rule, at) => {
  verbList(rule.verbs ?? [], at.field("verbs"));
  groupList(rule.apiGroups ?? [], at.field("apiGroups"));
  resourceList(rule.resources ?? [], at.field("resources"));
  if (!(rule.clusterScope === true && isEmpty(rule.namespaces)))
    namespaceList(rule.namespaces ?? [], at.field("namespaces"));
};

const nonResourceRule: Check<flowcontrolv1.NonResourcePolicyRule> = (rule, at) => {
  verbList(rule.verbs ?? [], at.field("verbs"));
  urlList(rule.nonResourceURLs ?? [], at.field("nonResourceURLs"));
};

type Holder = "serviceAccount" | "user" | "group";

interface SubjectKind {
  /** The member that describes subjects of the kind. */
  readonly holder: Holder;
  readonly check: Check<flowcontrolv1.Subject>;
}

const subjectKinds: ReadonlyMap<string, SubjectKind> = new Map(
  Object.entries<SubjectKind>({
    ServiceAccount: {
      holder: "serviceAccount",
      check: members<flowcontrolv1.Subject>({
        serviceAccount: members<flowcontrolv1.ServiceAccountSubject>({
          name: needed((name, at) => {
            if (name !== any) named(dns1123Subdomain)(name, at);
          }),
          namespace: needed(named(dns1123Label), "must specify namespace for service account"),
        }),
      }),
    },
    User: {
      holder: "user",
      check: members<flowcontrolv1.Subject>({ user: members<flowcontrolv1.UserSubject>({ name: needed() }) }),
    },
    Group: {
      holder: "group",
      check: members<flowcontrolv1.Subject>({ group: members<flowcontrolv1.GroupSubject>({ name: needed() }) }),
    },
  }),
);
const kindNames: readonly string[] = [...subjectKinds.keys()].sort();

/** A subject must have exactly the member that its kind names. */
const subject: Check<flowcontrolv1.Subject> = (value, at) => {
  const { kind = "" } = value;
  const own = subjectKinds.get(kind);
  if (own === undefined) {
    at.field("kind").notSupported(kind, kindNames);
    return;
  }
  if (value[own.holder] === undefined)
    at.field(own.holder).required(`${own.holder} is required when subject kind is '${kind}'`);
  own.check(value, at);
  for (const [name, { holder }] of subjectKinds)
    if (name !== kind && value[holder] !== undefined)
      at.field(holder).forbidden(`${holder} is forbidden when subject kind is not '${name}'`);
};

const subjects = needed(each(subject), "subjects must contain at least one value");

const rule: Check<flowcontrolv1.PolicyRulesWithSubjects> = (value, at) => {
  subjects.run(value.subjects, at, "subjects");
  const { resourceRules = [], nonResourceRules = [] } = value;
  if (isEmpty(resourceRules) && isEmpty(nonResourceRules))
    at.required("at least one of resourceRules and nonResourceRules has to be non-empty");
  each(resourceRule)(resourceRules, at.field("resourceRules"));
  each(nonResourceRule)(nonResourceRules, at.field("nonResourceRules"));
};

const spec: Check<flowcontrolv1.FlowSchemaSpec> = members<flowcontrolv1.FlowSchemaSpec>({
  matchingPrecedence: number((value, at) => {
    if (value <= 0) at.invalid(value, "must be a positive value");
    if (value > maxPrecedence) at.invalid(value, `must not be greater than ${maxPrecedence}`);
  }),
  distinguisherMethod: (method, at) => {
    if (distinguishers.includes(method.type)) return;
    const shown = `flowcontrol.FlowDistinguisherMethod{Type:${quote(method.type ?? "")}}`;
    at.field("type").notSupported({ shown }, distinguishers);
  },
  priorityLevelConfiguration: members<flowcontrolv1.PriorityLevelConfigurationReference>({
    name: needed(named(dns1123Subdomain), "must reference a priority level"),
  }),
  rules: each(rule),
});

const noSpec: flowcontrolv1.FlowSchemaSpec = { priorityLevelConfiguration: { name: "" } };

export const flowSchema: KindValidation = kind<flowcontrolv1.FlowSchema>({
  object: (object, at) => {
    const name = object.metadata?.name ?? "";
    const specAt = at.field("spec");
    const value = object.spec ?? noSpec;
    if (value.matchingPrecedence === 1 && name !== exemptName)
      specAt.field("matchingPrecedence").invalid(1, "only the schema named 'exempt' may have matchingPrecedence 1");
    spec(value, specAt);
    const fixed = Object.hasOwn(mandatoryFlowSchemas, name) ? mandatoryFlowSchemas[name] : undefined;
    if (fixed !== undefined && !same(value, fixed))
      specAt.invalid(value, `spec of '${name}' must equal the fixed value`);
  },
  subresources: {
    status: ({ status }, _old, at) => conditionTypes(status?.conditions ?? [], at.field("status").field("conditions")),
  },
});
