import type { Controller } from "../control-loop/controller.ts";
import { ensureInNamespaces } from "../control-loop/namespaced-object.ts";

/** Gives every namespace the service account `default`, which pods run as that name no other. */
export const serviceAccountController: Controller = {
  name: "serviceaccount-controller",
  aliases: ["serviceaccount"],
  serviceAccount: "service-account-controller",
  onByDefault: true,
  start: (context) =>
    ensureInNamespaces(context, {
      controller: serviceAccountController.name,
      resource: "serviceaccounts",
      kind: "ServiceAccount",
      name: "default",
      content: {},
    }),
};
