import { quote } from "@svc/base";
import { type Dialect, dns1035Label, dns1123Subdomain, pathSegment } from "@svc/meta";
import type { apiregistrationv1 } from "@svc/types";
import { type Check, each, isEmpty, members, named, needed, number, oneOf, text } from "./common/check.ts";
import type { FieldPath } from "./common/field-path.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { portOfService } from "./common/webhook-client.ts";

type Spec = apiregistrationv1.APIServiceSpec;

const maxGroupPriority = 20_000;
const maxVersionPriority = 1000;

export function apiregistrationValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    APIService: kind<apiregistrationv1.APIService>({
      object: apiService,
      subresources: { status: (object, _old, at) => status(object, at) },
    }),
  };
}

const noSpec: Spec = { groupPriorityMinimum: 0, versionPriority: 0 };

const apiService: Check<apiregistrationv1.APIService> = (object, at) => {
  const { spec = noSpec, metadata } = object;
  const { group = "", version = "" } = spec;
  const specAt = at.field("spec");
  const expected = `${version}.${group}`;
  for (const [field, value = ""] of [
    ["generateName", metadata?.generateName],
    ["name", metadata?.name],
  ] as const)
    if (value !== "") nameOf(value, at.field("metadata").field(field), expected);
  if (group === "") {
    if (version !== "v1")
      specAt.field("group").required("only v1 may have an empty group and it better be legacy kube");
  } else named(dns1123Subdomain)(group, specAt.field("group"));
  priorities(spec, specAt);
  backend(spec, specAt);
};

/** Names, and prefixes of generated names, must be those of the group version. */
function nameOf(value: string, at: FieldPath, expected: string): void {
  const problems = pathSegment(value);
  for (const problem of problems) at.invalid(value, problem);
  if (problems.length === 0 && value !== expected)
    at.invalid(value, `must be \`spec.version+"."+spec.group\`: ${quote(expected)}`);
}

function atMost(max: number): Check<number> {
  return (value, at) => {
    if (value <= 0 || value > max) at.invalid(value, `must be positive and less than ${max}`);
  };
}

const priorities = members<Spec>({
  version: text(named(dns1035Label)),
  groupPriorityMinimum: number(atMost(maxGroupPriority)),
  versionPriority: number(atMost(maxVersionPriority)),
});

const service: Check<apiregistrationv1.ServiceReference> = members<apiregistrationv1.ServiceReference>({
  namespace: needed(),
  name: needed(),
  port: portOfService,
});

/**
 * The backend of a registration: this server, or a service, whose certificate is verified or not.
 */
function backend({ service: target, caBundle, insecureSkipTLSVerify = false }: Spec, at: FieldPath): void {
  if (target !== undefined) {
    service(target, at.field("service"));
    if (insecureSkipTLSVerify && !isEmpty(caBundle))
      at.field("insecureSkipTLSVerify").invalid(true, "may not be true if caBundle is present");
    return;
  }
  if (!isEmpty(caBundle))
    at.field("caBundle").invalid(
      `${Buffer.from(caBundle ?? "", "base64").length} bytes`,
      "local APIServices may not have a caBundle",
    );
  if (insecureSkipTLSVerify)
    at.field("insecureSkipTLSVerify").invalid(true, "local APIServices may not have insecureSkipTLSVerify");
}

const status: Check<apiregistrationv1.APIService> = members<apiregistrationv1.APIService>({
  status: members<apiregistrationv1.APIServiceStatus>({
    conditions: each(
      members<apiregistrationv1.APIServiceCondition>({ status: text(oneOf("True", "False", "Unknown")) }),
    ),
  }),
});
