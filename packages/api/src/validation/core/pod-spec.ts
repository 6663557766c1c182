import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import type { FieldPath } from "../common/field-path.ts";
import { resourceNames } from "../common/resources.ts";
import { hostNetworkPorts } from "./container-ports.ts";
import { requirements } from "./container-resources.ts";
import { containerLists } from "./containers.ts";
import { dnsConfig, dnsPolicy } from "./dns.ts";
import { systemFields } from "./os-fields.ts";
import { gates, names, placement, podAffinity, restartPolicy } from "./pod-fields.ts";
import { podResources } from "./pod-resources.ts";
import { hostProcesses, ownUsers, podSecurity } from "./pod-security.ts";
import { resourceClaims } from "./resource-claims.ts";
import { volumes } from "./volumes.ts";

/** @param podName of which claims of its own volumes are named; empty in templates */
type PodSpecCheck = (spec: core.PodSpec, at: FieldPath, owner: { readonly podName: string }) => void;

/** Validates the spec of a pod or a pod template. */
export function podSpec(dialect: Dialect): PodSpecCheck {
  const volumesOf = volumes(dialect);
  const lists = containerLists(dialect);
  const resources = requirements(dialect);
  const ofPod = podResources(resources, resourceNames(dialect));
  return (spec, at, owner) => {
    const scope = {
      spec,
      volumes: volumesOf(spec.volumes ?? [], at.field("volumes"), owner),
      claims: resourceClaims(spec.resourceClaims ?? [], at.field("resourceClaims")),
      graceSeconds: spec.terminationGracePeriodSeconds ?? 0,
      os: spec.os?.name ?? "",
    };
    lists(scope, at);
    if (spec.hostNetwork === true) hostNetworkPorts(spec.containers ?? [], at.field("containers"));
    ofPod(spec, at.field("resources"), scope.claims);
    restartPolicy(spec.restartPolicy ?? "", at.field("restartPolicy"));
    dnsPolicy(spec.dnsPolicy ?? "", at.field("dnsPolicy"));
    placement(spec, at);
    podSecurity(spec, at.field("securityContext"));
    podAffinity(spec, at);
    dnsConfig(spec, at.field("dnsConfig"));
    gates(spec, at);
    hostProcesses(spec, at);
    ownUsers(spec, at);
    names(spec, at);
    if (spec.overhead !== undefined)
      resources({ limits: spec.overhead }, at.field("overhead"), { claims: scope.claims });
    systemFields(spec, at);
  };
}
