import { type Informer, startInformer } from "@svc/client";
import { type ControllerContext, informerOptions } from "../control-loop/controller.ts";
import { type Secret, tokenSecretType } from "./token-secret.ts";

/** An informer of all bootstrap tokens. */
export function startTokenInformer(context: ControllerContext): Informer<Secret> {
  const { reader, dialect } = context;
  const namespace = dialect.namespaces.system;
  return startInformer<Secret>({
    ...informerOptions(context, { fieldSelector: `type=${tokenSecretType(dialect)}` }),
    resource: reader.resource<Secret>({ group: "", version: "v1", resource: "secrets", namespace }),
  });
}
