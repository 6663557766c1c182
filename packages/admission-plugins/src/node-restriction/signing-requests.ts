import { subjectOf } from "../certificates/certificate-request.ts";
import { text } from "../objects/fields.ts";
import { type Check, refusedToNode } from "./request.ts";

/** A node requests node certificates only with its own name as subject. */
export const checkSigningRequest: Check = (nodeRequest) => {
  const { node, request, dialect } = nodeRequest;
  if (request.operation !== "CREATE" || request.subresource !== "") return;
  const signers = ["{labels}/kubelet-serving", "{labels}/kube-apiserver-client-kubelet"].map(dialect.expand);
  if (!signers.includes(text(request.object, "spec", "signerName"))) return;
  const parsed = subjectOf(Buffer.from(text(request.object, "spec", "request"), "base64").toString("latin1"));
  if (!parsed.ok) throw refusedToNode(nodeRequest, `unable to parse csr: ${parsed.message}`);
  const name = `system:node:${node}`;
  if (parsed.commonName !== name) throw refusedToNode(nodeRequest, `can only create a node CSR with CN=${name}`);
};
