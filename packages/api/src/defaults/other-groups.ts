import type { Dialect } from "@svc/meta";
import { all, created, each, type Fill, isMembers, type Members, members, orZero } from "./fill.ts";

const networkPolicyRules = each(members({ ports: each(members({ protocol: "TCP" })) }));

export const networkingDefaults: Readonly<Record<string, Fill>> = {
  NetworkPolicy: members({
    spec: all(members({ ingress: networkPolicyRules, egress: networkPolicyRules }), (spec) => {
      if (Array.isArray(spec["policyTypes"]) && spec["policyTypes"].length > 0) return;
      const hasEgress = Array.isArray(spec["egress"]) && spec["egress"].length > 0;
      spec["policyTypes"] = hasEgress ? ["Ingress", "Egress"] : ["Ingress"];
    }),
  }),
  IngressClass: members({ spec: members({ parameters: members({ scope: "Cluster" }) }) }),
};

export function rbacDefaults(dialect: Dialect): Readonly<Record<string, Fill>> {
  const group = dialect.expand("rbac.authorization.{api}");
  const binding: Fill = all(
    members({
      roleRef: members({ apiGroup: group }),
      subjects: each((subject) => {
        const isAccount = subject["kind"] === "ServiceAccount";
        const isPerson = subject["kind"] === "User" || subject["kind"] === "Group";
        if (!isAccount && isPerson && (subject["apiGroup"] ?? "") === "") subject["apiGroup"] = group;
      }),
    }),
  );
  return { RoleBinding: binding, ClusterRoleBinding: binding };
}

export const storageDefaults: Readonly<Record<string, Fill>> = {
  StorageClass: members({ reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  CSIDriver: members({
    spec: all(
      members({
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        requiresRepublish: false,
        seLinuxMount: false,
      }),
      (spec) => {
        if (!Array.isArray(spec["volumeLifecycleModes"]) || spec["volumeLifecycleModes"].length === 0)
          spec["volumeLifecycleModes"] = ["Persistent"];
      },
    ),
  }),
};

export const schedulingDefaults: Readonly<Record<string, Fill>> = {
  PriorityClass: members({ preemptionPolicy: "PreemptLowerPriority" }),
};

export const discoveryDefaults: Readonly<Record<string, Fill>> = {
  EndpointSlice: members({ ports: each(members({ name: "", protocol: "TCP" })) }),
};

const servicePort = members({ service: members({ port: 443 }) });

const webhook: Fill = members({
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: created(),
  objectSelector: created(),
  timeoutSeconds: 10,
  rules: each(members({ scope: "*" })),
  clientConfig: servicePort,
});

const matchResources: Fill = members({
  matchPolicy: "Equivalent",
  namespaceSelector: created(),
  objectSelector: created(),
  resourceRules: each(members({ scope: "*" })),
  excludeResourceRules: each(members({ scope: "*" })),
});
const policy: Fill = members({ spec: members({ failurePolicy: "Fail", matchConstraints: matchResources }) });
const policyBinding: Fill = members({ spec: members({ matchResources }) });

export const admissionDefaults: Readonly<Record<string, Fill>> = {
  ValidatingWebhookConfiguration: members({ webhooks: each(webhook) }),
  MutatingWebhookConfiguration: members({ webhooks: each(all(webhook, members({ reinvocationPolicy: "Never" }))) }),
  ValidatingAdmissionPolicy: policy,
  MutatingAdmissionPolicy: policy,
  ValidatingAdmissionPolicyBinding: policyBinding,
  MutatingAdmissionPolicyBinding: policyBinding,
};

export const extensionDefaults: Readonly<Record<string, Fill>> = {
  CustomResourceDefinition: members({
    spec: all(
      members({
        names: (names) => {
          const kind = typeof names["kind"] === "string" ? names["kind"] : "";
          if ((names["singular"] ?? "") === "" && kind !== "") names["singular"] = kind.toLowerCase();
          if ((names["listKind"] ?? "") === "" && kind !== "") names["listKind"] = `${kind}List`;
        },
        conversion: created(
          all(members({ strategy: "None" }), members({ webhook: members({ clientConfig: servicePort }) })),
        ),
      }),
    ),
    status: created(),
  }),
};

export const aggregationDefaults: Readonly<Record<string, Fill>> = {
  APIService: members({ spec: servicePort }),
};

export const flowControlDefaults: Readonly<Record<string, Fill>> = {
  FlowSchema: members({ spec: members({ matchingPrecedence: orZero(1000) }) }),
  PriorityLevelConfiguration: members({
    spec: members({
      exempt: members({ nominalConcurrencyShares: 0, lendablePercent: 0 }),
      limited: members({
        nominalConcurrencyShares: 30,
        lendablePercent: 0,
        limitResponse: members({
          queuing: members({ queues: orZero(64), handSize: orZero(8), queueLengthLimit: orZero(50) }),
        }),
      }),
    }),
  }),
};

const deviceRequest: Fill = (request, gates) => {
  const { exactly, firstAvailable } = request;
  if (isMembers(exactly)) exactCount(exactly, gates);
  if (Array.isArray(firstAvailable)) for (const one of firstAvailable as Members[]) exactCount(one, gates);
  // In the older versions what is asked for stands in the request itself.
  if (exactly === undefined && firstAvailable === undefined) exactCount(request, gates);
};

const exactCount: Fill = all(members({ allocationMode: "ExactCount" }), (request) => {
  if (request["allocationMode"] === "ExactCount" && (request["count"] ?? 0) === 0) request["count"] = 1;
});

const claim: Fill = members({ devices: members({ requests: each(deviceRequest) }) });

export const resourceDefaults: Readonly<Record<string, Fill>> = {
  ResourceClaim: members({ spec: claim }),
  ResourceClaimTemplate: members({ spec: members({ spec: claim }) }),
};
