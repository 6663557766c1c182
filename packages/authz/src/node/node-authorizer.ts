import type { Dialect } from "@svc/meta";
import type { Attributes, Authorizer, Decision } from "../authorizer.ts";
import { defaultPolicy } from "../rbac/default-policy.ts";
import { ruleAllows } from "../rbac/rule-matching.ts";
import type { NodeGraph, NodeObjectKind } from "./node-graph.ts";
import { nodeNameOf } from "./node-identity.ts";

export interface NodeAuthorizerOptions {
  readonly dialect: Dialect;
  readonly graph: NodeGraph;
  /**
   * Whether nodes read only their own node and pods. It takes selectors in what is asked; where requests come without them, nodes read all
   * nodes and pods, as their role says. @default true
   */
  readonly selectors?: boolean;
}

const allow: Decision = { verdict: "allow", reason: "" };
const none = (reason: string): Decision => ({ verdict: "noOpinion", reason });
const silent: Decision = none("");
const ownVerbs: readonly string[] = ["get", "create", "update", "patch", "delete"];

type Ask = (node: string, asked: Attributes) => Decision;

/**
 * What nodes may: read what their pods use, and write what is their own. Others it has no opinion about. The admission step
 * `NodeRestriction` belongs to it: it looks at what they write.
 */
export function createNodeAuthorizer({ dialect, graph, selectors = true }: NodeAuthorizerOptions): Authorizer {
  const rules = defaultPolicy(dialect).clusterRoles.find((r) => r.name === "system:node")?.rules ?? [];
  const special = new Map<string, Ask>([
    ...specialResources(dialect, graph),
    ...(selectors ? readersOfTheirOwn(graph) : []),
  ]);
  return {
    authorize: (asked) => {
      const node = nodeNameOf(asked.user);
      if (node === undefined) return silent;
      if (node === "") return none(`unknown node for user ${JSON.stringify(asked.user.name)}`);
      const ask = asked.isResource ? special.get(`${asked.group}/${asked.resource}`) : undefined;
      if (ask !== undefined) return ask(node, asked);
      return rules.some((rule) => ruleAllows(rule, asked)) ? allow : silent;
    },
    rulesFor: (user) => {
      const errors = nodeNameOf(user) === undefined ? [] : ["node authorizer does not support user rule resolution"];
      return { rules: [], errors, incomplete: errors.length > 0 };
    },
  };
}

/** By group and resource. */
function specialResources({ expand, namespaces }: Dialect, graph: NodeGraph): readonly (readonly [string, Ask])[] {
  const related = (kind: NodeObjectKind): Ask => relatedBy(graph, kind);
  const claims: Ask = (node, asked) =>
    asked.subresource === "status" ? updatingStatus(related("pvc"))(node, asked) : getting(related("pvc"))(node, asked);
  return [
    ["/secrets", reading(related("secret"))],
    ["/configmaps", reading(related("configmap"))],
    ["/persistentvolumeclaims", claims],
    ["/persistentvolumes", getting(related("pv"))],
    ["/serviceaccounts", creatingTokens(related("serviceaccount"))],
    [expand("resource.{api}/resourceclaims"), getting(related("resourceclaim"))],
    [expand("resource.{api}/resourceslices"), slices(related("resourceslice"))],
    [expand("storage.{api}/volumeattachments"), getting(related("volumeattachment"))],
    [expand("storage.{api}/csinodes"), csiNodes],
    [expand("coordination.{api}/leases"), leasesIn(namespaces.nodeLease)],
  ];
}

function readersOfTheirOwn(graph: NodeGraph): readonly (readonly [string, Ask])[] {
  return [
    ["/nodes", nodes],
    ["/pods", podsWith(relatedBy(graph, "pod"))],
  ];
}

function relatedBy(graph: NodeGraph, kind: NodeObjectKind): Ask {
  return (node, { namespace, name }) => {
    if (name === "") return none("No Object name found");
    if (graph.reaches(node, kind, namespace, name)) return allow;
    return none(`no relationship found between node '${node}' and this object`);
  };
}

function reading(then: Ask): Ask {
  return (node, asked) => {
    if (!["get", "list", "watch"].includes(asked.verb)) return none("can only read resources of this type");
    if (asked.subresource !== "") return none("cannot read subresource");
    if (asked.namespace === "") return none("can only read namespaced object of this type");
    return then(node, asked);
  };
}

function getting(then: Ask): Ask {
  return (node, asked) => {
    if (asked.verb !== "get") return none("can only get individual resources of this type");
    if (asked.subresource !== "") return none("cannot get subresource");
    return then(node, asked);
  };
}

function updatingStatus(then: Ask): Ask {
  return (node, asked) => {
    if (asked.verb !== "update" && asked.verb !== "patch") return none("can only get/update/patch this type");
    return then(node, asked);
  };
}

function creatingTokens(then: Ask): Ask {
  return (node, asked) => {
    if (asked.verb === "get" && asked.subresource === "") return none("not allowed to get service accounts");
    if (asked.verb !== "create" || asked.name === "")
      return none("can only create tokens for individual service accounts");
    if (asked.subresource !== "token") return none("can only create token subresource of serviceaccount");
    return then(node, asked);
  };
}

const nodes: Ask = (node, { verb, subresource, name }) => {
  if (subresource === "status") return ["update", "patch"].includes(verb) ? allow : silent;
  if (subresource !== "") return silent;
  if (["create", "update", "patch"].includes(verb)) return allow;
  if (!["get", "list", "watch"].includes(verb)) return silent;
  if (name === node) return allow;
  return none(`node '${node}' cannot read ${name === "" ? "all nodes" : `'${name}'`}, only its own Node object`);
};

function podsWith(read: Ask): Ask {
  return (node, asked) => {
    const { verb, subresource } = asked;
    if (subresource === "status") return ["update", "patch"].includes(verb) ? allow : silent;
    if (subresource === "eviction") return verb === "create" ? allow : silent;
    if (subresource !== "") return silent;
    if (verb === "create" || verb === "delete") return allow;
    if (!["get", "list", "watch"].includes(verb)) return silent;
    if (verb === "get" || asked.name !== "") return read(node, asked);
    return selectsNode(node, asked) ? allow : none("can only list/watch pods with spec.nodeName field selector");
  };
}

function slices(get: Ask): Ask {
  return (node, asked) => {
    const { verb, subresource } = asked;
    if (subresource !== "") return none("cannot authorize ResourceSlice subresources");
    switch (verb) {
      case "create":
        return allow;
      case "get":
      case "update":
      case "patch":
      case "delete":
        return get(node, asked);
      case "list":
      case "watch":
      case "deletecollection":
        return selectsNode(node, asked)
          ? allow
          : none("can only list/watch/deletecollection resourceslices with nodeName field selector");
      default:
        return none(
          "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
        );
    }
  };
}

function selectsNode(node: string, { fieldSelector = [] }: Attributes): boolean {
  return fieldSelector.some(
    ({ key, operator, values }) =>
      key === "spec.nodeName" && operator === "In" && values.length === 1 && values[0] === node,
  );
}

const csiNodes: Ask = (node, { verb, subresource, name }) => {
  if (!ownVerbs.includes(verb)) return none("can only get, create, update, patch, or delete a CSINode");
  if (subresource !== "") return none("cannot authorize CSINode subresources");
  // What is made has no name yet; its admission looks at it.
  if (verb !== "create" && name !== node)
    return none("can only access CSINode with the same name as the requesting node");
  return allow;
};

function leasesIn(leaseNamespace: string): Ask {
  return (node, { verb, namespace, name }) => {
    if (!ownVerbs.includes(verb)) return none("can only get, create, update, patch, or delete a node lease");
    if (namespace !== leaseNamespace)
      return none(`can only access leases in the ${JSON.stringify(leaseNamespace)} system namespace`);
    if (verb !== "create" && name !== node)
      return none("can only access node lease with the same name as the requesting node");
    return allow;
  };
}
