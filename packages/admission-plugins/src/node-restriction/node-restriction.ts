import type { AdmissionPlugin } from "@svc/admission";
import { type Authorizer, nodeNameOf } from "@svc/authz";
import { quote } from "@svc/base";
import { checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { anAuthorizer } from "../options/expected.ts";
import { checkNode } from "./nodes.ts";
import { checkClaim, checkCsiNode, checkLease, checkResourceSlice } from "./own-objects.ts";
import { checkPod } from "./pods.ts";
import { type Check, type ObjectSource, refusedToNode } from "./request.ts";
import { checkSigningRequest } from "./signing-requests.ts";
import { tokenCheck } from "./tokens.ts";

/** Options of the admission step that limits nodes to their own objects. */
export interface NodeRestrictionOptions {
  readonly dialect: Dialect;
  readonly objects: ObjectSource;
  /** Allows nodes additional token audiences. @default none */
  readonly authorizer?: Authorizer;
}

const nodeRestrictionOptions = optionsOf<NodeRestrictionOptions>({
  dialect: aDialect,
  objects: withMethods("an ObjectSource of @svc/admission-plugins", "get"),
  authorizer: optional(anAuthorizer),
});

/**
 * Limits a node to writes of its own objects. It complements the node authorizer, which does not
 * see request bodies.
 * @throws {TypeError} for a wrong argument
 */
export function nodeRestriction(options: NodeRestrictionOptions): AdmissionPlugin {
  checkArgument("nodeRestriction: options", options, nodeRestrictionOptions);
  const { dialect, objects, authorizer } = options;
  const checks = new Map<string, Check>([
    ["/nodes", checkNode],
    ["/pods", checkPod],
    ["/persistentvolumeclaims", checkClaim],
    ["/serviceaccounts", tokenCheck(authorizer)],
    [dialect.expand("coordination.{api}/leases"), checkLease],
    [dialect.expand("storage.{api}/csinodes"), checkCsiNode],
    [dialect.expand("resource.{api}/resourceslices"), checkResourceSlice],
    [dialect.expand("certificates.{api}/certificatesigningrequests"), checkSigningRequest],
  ]);
  return {
    name: "NodeRestriction",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    mutate: (request) => {
      const { user, resource } = request;
      const node = user === undefined ? undefined : nodeNameOf(user);
      if (node === undefined) return undefined;
      const nodeRequest = { node, request, dialect, objects };
      if (node === "")
        throw refusedToNode(nodeRequest, `could not determine node from user ${quote(user?.name ?? "")}`);
      return checks.get(`${resource.group}/${resource.resource}`)?.(nodeRequest);
    },
  };
}
