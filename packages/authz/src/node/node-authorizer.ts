import { quote } from "@svc/base";
import { aBoolean, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { Attributes, Authorizer, Decision } from "../authorizer.ts";
import { defaultPolicy } from "../rbac/default-policy.ts";
import { ruleAllows } from "../rbac/rule-matching.ts";
import type { NodeGraph, NodeObjectKind } from "./node-graph.ts";
import { nodeNameOf } from "./node-identity.ts";

/** Options of `createNodeAuthorizer`. */
export interface NodeAuthorizerOptions {
  readonly dialect: Dialect;
  readonly graph: NodeGraph;
  /**
   * Whether nodes read only their own node and pods. It needs requests with selectors; without
   * them, nodes read all nodes and pods, as their role allows.
   * @default true
   */
  readonly selectors?: boolean;
}

const allow: Decision = { verdict: "allow", reason: "" };
const none = (reason: string): Decision => ({ verdict: "noOpinion", reason });
const silent: Decision = none("");
const ownVerbs: readonly string[] = ["get", "create", "update", "patch", "delete"];

type NodeCheck = (node: string, attributes: Attributes) => Decision;

const nodeAuthorizerOptions = optionsOf<NodeAuthorizerOptions>({
  dialect: aDialect,
  graph: withMethods("a NodeGraph of @svc/authz", "setPod", "setVolume", "setVolumeAttachment", "setResourceSlice"),
  selectors: optional(aBoolean),
});

/**
 * Authorizes nodes to read the objects that their pods use, and to write their own. It has no
 * opinion about other users. The admission step `NodeRestriction` complements it: it checks what
 * they write.
 * @throws {TypeError} for a wrong argument
 */
export function createNodeAuthorizer(options: NodeAuthorizerOptions): Authorizer {
  checkArgument("createNodeAuthorizer: options", options, nodeAuthorizerOptions);
  const { dialect, graph, selectors = true } = options;
  const rules = defaultPolicy(dialect).clusterRoles.find((r) => r.name === "system:node")?.rules ?? [];
  const special = new Map<string, NodeCheck>([
    ...specialResources(dialect, graph),
    ...(selectors ? readersOfTheirOwn(graph) : []),
  ]);
  return {
    authorize: (attributes) => {
      const node = nodeNameOf(attributes.user);
      if (node === undefined) return silent;
      if (node === "") return none(`unknown node for user ${quote(attributes.user.name)}`);
      const check = attributes.isResource ? special.get(`${attributes.group}/${attributes.resource}`) : undefined;
      if (check !== undefined) return check(node, attributes);
      return rules.some((rule) => ruleAllows(rule, attributes)) ? allow : silent;
    },
    rulesFor: (user) => {
      const errors = nodeNameOf(user) === undefined ? [] : ["node authorizer does not support user rule resolution"];
      return { rules: [], errors, incomplete: errors.length > 0 };
    },
  };
}

/** Checks by group and resource. */
function specialResources(
  { expand, namespaces }: Dialect,
  graph: NodeGraph,
): readonly (readonly [string, NodeCheck])[] {
  const related = (kind: NodeObjectKind): NodeCheck => relatedBy(graph, kind);
  const claims: NodeCheck = (node, attributes) =>
    attributes.subresource === "status"
      ? updatingStatus(related("pvc"))(node, attributes)
      : getting(related("pvc"))(node, attributes);
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

function readersOfTheirOwn(graph: NodeGraph): readonly (readonly [string, NodeCheck])[] {
  return [
    ["/nodes", nodes],
    ["/pods", podsWith(relatedBy(graph, "pod"))],
  ];
}

function relatedBy(graph: NodeGraph, kind: NodeObjectKind): NodeCheck {
  return (node, { namespace, name }) => {
    if (name === "") return none("No Object name found");
    if (graph.reaches(node, { kind, namespace, name })) return allow;
    return none(`no relationship found between node '${node}' and this object`);
  };
}

function reading(then: NodeCheck): NodeCheck {
  return (node, attributes) => {
    if (!["get", "list", "watch"].includes(attributes.verb)) return none("can only read resources of this type");
    if (attributes.subresource !== "") return none("cannot read subresource");
    if (attributes.namespace === "") return none("can only read namespaced object of this type");
    return then(node, attributes);
  };
}

function getting(then: NodeCheck): NodeCheck {
  return (node, attributes) => {
    if (attributes.verb !== "get") return none("can only get individual resources of this type");
    if (attributes.subresource !== "") return none("cannot get subresource");
    return then(node, attributes);
  };
}

function updatingStatus(then: NodeCheck): NodeCheck {
  return (node, attributes) => {
    if (attributes.verb !== "update" && attributes.verb !== "patch") return none("can only get/update/patch this type");
    return then(node, attributes);
  };
}

function creatingTokens(then: NodeCheck): NodeCheck {
  return (node, attributes) => {
    if (attributes.verb === "get" && attributes.subresource === "") return none("not allowed to get service accounts");
    if (attributes.verb !== "create" || attributes.name === "")
      return none("can only create tokens for individual service accounts");
    if (attributes.subresource !== "token") return none("can only create token subresource of serviceaccount");
    return then(node, attributes);
  };
}

const nodes: NodeCheck = (node, { verb, subresource, name }) => {
  if (subresource === "status") return ["update", "patch"].includes(verb) ? allow : silent;
  if (subresource !== "") return silent;
  if (["create", "update", "patch"].includes(verb)) return allow;
  if (!["get", "list", "watch"].includes(verb)) return silent;
  if (name === node) return allow;
  return none(`node '${node}' cannot read ${name === "" ? "all nodes" : `'${name}'`}, only its own Node object`);
};

function podsWith(read: NodeCheck): NodeCheck {
  return (node, attributes) => {
    const { verb, subresource } = attributes;
    if (subresource === "status") return ["update", "patch"].includes(verb) ? allow : silent;
    if (subresource === "eviction") return verb === "create" ? allow : silent;
    if (subresource !== "") return silent;
    if (verb === "create" || verb === "delete") return allow;
    if (!["get", "list", "watch"].includes(verb)) return silent;
    if (verb === "get" || attributes.name !== "") return read(node, attributes);
    return selectsNode(node, attributes) ? allow : none("can only list/watch pods with spec.nodeName field selector");
  };
}

function slices(get: NodeCheck): NodeCheck {
  return (node, attributes) => {
    const { verb, subresource } = attributes;
    if (subresource !== "") return none("cannot authorize ResourceSlice subresources");
    switch (verb) {
      case "create":
        return allow;
      case "get":
      case "update":
      case "patch":
      case "delete":
        return get(node, attributes);
      case "list":
      case "watch":
      case "deletecollection":
        return selectsNode(node, attributes)
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

const csiNodes: NodeCheck = (node, { verb, subresource, name }) => {
  if (!ownVerbs.includes(verb)) return none("can only get, create, update, patch, or delete a CSINode");
  if (subresource !== "") return none("cannot authorize CSINode subresources");
  // A created object has no name yet; its admission checks it.
  if (verb !== "create" && name !== node)
    return none("can only access CSINode with the same name as the requesting node");
  return allow;
};

function leasesIn(leaseNamespace: string): NodeCheck {
  return (node, { verb, namespace, name }) => {
    if (!ownVerbs.includes(verb)) return none("can only get, create, update, patch, or delete a node lease");
    if (namespace !== leaseNamespace)
      return none(`can only access leases in the ${quote(leaseNamespace)} system namespace`);
    if (verb !== "create" && name !== node)
      return none("can only access node lease with the same name as the requesting node");
    return allow;
  };
}
