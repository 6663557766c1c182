import {
  type Dialect,
  displayList,
  dns1035Label,
  dns1123Subdomain,
  pathSegment,
  wildcardDns1123Subdomain,
} from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { corev1 as core, networkingv1 } from "@svc/types";
import { type AddressWarnings, addressWarnings } from "../common/address-spelling.ts";
import { type Check, each, isEmpty, members, named, needed } from "../common/check.ts";
import { FieldPath } from "../common/field-path.ts";
import { ipAddress, parseIp } from "../common/ip.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { portName } from "../common/names.ts";
import { portNumber } from "../common/number.ts";
import { whenSet } from "../common/when-set.ts";

const subdomain = named(dns1123Subdomain);
const serviceName = named(dns1035Label);
const portText = named(portName);

/** Rules that an older object violates are not enforced on its updates. */
interface Tolerance {
  readonly secretNames: boolean;
  readonly wildcardRules: boolean;
}

const strict: Tolerance = { secretNames: false, wildcardRules: false };

export function ingress(dialect: Dialect): KindValidation {
  const classAnnotation = dialect.expand("{labels}/ingress.class");
  const warnings = addressWarnings(dialect);
  return kind<networkingv1.Ingress>({
    create: (object, at) => {
      spec(object.spec ?? {}, at.field("spec"), strict);
      const annotation = object.metadata?.annotations?.[classAnnotation];
      const name = object.spec?.ingressClassName;
      if (annotation !== undefined && name !== undefined && annotation !== name)
        at.field("annotations")
          .field(classAnnotation)
          .invalid(annotation, "must match `ingressClassName` when both are specified");
    },
    update: (object, old, at) => spec(object.spec ?? {}, at.field("spec"), toleranceOf(old.spec ?? {}, at.context)),
    subresources: {
      status: ({ status }, _old, at) => {
        loadBalancer(status?.loadBalancer ?? {}, at.field("status").field("loadBalancer"));
      },
    },
    warnings: ({ metadata, spec }, old) =>
      old === undefined &&
      metadata?.annotations?.[classAnnotation] !== undefined &&
      spec?.ingressClassName === undefined
        ? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
        : [],
    subresourceWarnings: {
      status: ({ status }) => balancerWarnings(warnings, status?.loadBalancer),
    },
  });
}

function balancerWarnings(
  warnings: AddressWarnings,
  { ingress: list = [] }: networkingv1.IngressLoadBalancerStatus = {},
): readonly string[] {
  return list.flatMap(({ ip = "" }, i) => warnings.ip(`status.loadBalancer.ingress[${i}]`, ip));
}

const loadBalancer: Check<networkingv1.IngressLoadBalancerStatus> = members<networkingv1.IngressLoadBalancerStatus>({
  ingress: each(
    members<networkingv1.IngressLoadBalancerIngress>({
      ip: whenSet(ipAddress),
      hostname: whenSet((name, at) => {
        subdomain(name, at);
        notAnAddress(name, at);
      }),
    }),
  ),
});

const notAnAddress: Check<string> = (name, at) => {
  if (parseIp(name) !== undefined) at.invalid(name, "must be a DNS name, not an IP address");
};

const isWildcard = (host: string): boolean => host.includes("*");

const hostName: Check<string> = (name, at) =>
  named(isWildcard(name) ? wildcardDns1123Subdomain : dns1123Subdomain)(name, at);

const paths = {
  forbidden: ["//", "/./", "/../", "%2f", "%2F"],
  forbiddenEnds: ["/..", "/."],
} as const;

const absolute: Check<string> = (path, at) => {
  if (!path.startsWith("/")) at.invalid(path, "must be an absolute path");
};

const exactPath: Check<string> = (path, at) => {
  absolute(path, at);
  for (const part of paths.forbidden) if (path.includes(part)) at.invalid(path, `must not contain '${part}'`);
  for (const end of paths.forbiddenEnds) if (path.endsWith(end)) at.invalid(path, `cannot end with '${end}'`);
};

const pathRules: Readonly<Record<networkingv1.HTTPIngressPath["pathType"], Check<string>>> = {
  Exact: exactPath,
  ImplementationSpecific: whenSet(absolute),
  Prefix: exactPath,
};

const httpPath: Check<networkingv1.HTTPIngressPath> = ({ path = "", pathType, backend: target }, at) => {
  if (pathType === undefined) return at.field("pathType").required("pathType must be specified");
  if (Object.hasOwn(pathRules, pathType)) pathRules[pathType](path, at.field("path"));
  else at.field("pathType").notSupported(pathType, Object.keys(pathRules));
  backend(target, at.field("backend"));
};

const http: Check<networkingv1.HTTPIngressRuleValue> = members<networkingv1.HTTPIngressRuleValue>({
  paths: needed(each(httpPath)),
});

const resource: Check<core.TypedLocalObjectReference> = members<core.TypedLocalObjectReference>({
  apiGroup: subdomain,
  kind: needed(named(pathSegment), "kind is required"),
  name: needed(named(pathSegment), "name is required"),
});

/** Most errors of a service's port have the path of the backend. */
function service({ name, port = {} }: networkingv1.IngressServiceBackend, at: FieldPath): void {
  const place = at.field("service");
  if (isEmpty(name)) place.field("name").required();
  else serviceName(name, place.field("name"));
  const { name: byName = "", number = 0 } = port;
  if (byName !== "" && number !== 0) at.invalid("", "cannot set both port name & port number");
  else if (byName !== "") portText(byName, place.field("port").field("name"));
  else if (number !== 0) portNumber(number, place.field("port").field("number"));
  else at.required("port name or number is required");
}

const backend: Check<networkingv1.IngressBackend> = (value, at) => {
  if (value.resource !== undefined && value.service !== undefined)
    at.invalid("", "cannot set both resource and service backends");
  else if (value.resource !== undefined) resource(value.resource, at.field("resource"));
  else if (value.service !== undefined) service(value.service, at);
  else at.invalid("", "resource or service backend is required");
};

function toleranceOf({ tls = [], rules = [] }: networkingv1.IngressSpec, context: WriteContext): Tolerance {
  return {
    secretNames: tls.some(({ secretName = "" }) => secretName !== "" && dns1123Subdomain(secretName).length > 0),
    wildcardRules: rules.some((rule) => {
      if (!isWildcard(rule.host ?? "") || rule.http === undefined) return false;
      const scratch = new FieldPath(context);
      http(rule.http, scratch);
      return scratch.errors.length > 0;
    }),
  };
}

function spec(value: networkingv1.IngressSpec, at: FieldPath, tolerance: Tolerance): void {
  const { rules = [], defaultBackend, tls = [], ingressClassName } = value;
  if (defaultBackend !== undefined) backend(defaultBackend, at.field("defaultBackend"));
  for (const [i, rule] of rules.entries()) ruleOf(rule, at.field("rules").item(i), tolerance);
  if (rules.length === 0 && defaultBackend === undefined)
    at.invalid(
      displayList(value.rules && [], "networking.IngressRule"),
      "either `defaultBackend` or `rules` must be specified",
    );
  for (const [i, { hosts = [], secretName = "" }] of tls.entries()) {
    const place = at.field("tls").item(i);
    each(hostName)(hosts, place.field("hosts"));
    if (secretName !== "" && !tolerance.secretNames) subdomain(secretName, place.field("secretName"));
  }
  if (ingressClassName !== undefined) subdomain(ingressClassName, at.field("ingressClassName"));
}

function ruleOf(rule: networkingv1.IngressRule, at: FieldPath, { wildcardRules }: Tolerance): void {
  const { host = "" } = rule;
  if (host !== "") {
    notAnAddress(host, at.field("host"));
    hostName(host, at.field("host"));
  }
  if (rule.http !== undefined && !(isWildcard(host) && wildcardRules)) http(rule.http, at.field("http"));
}
