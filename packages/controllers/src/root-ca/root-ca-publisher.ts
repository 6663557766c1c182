import type { AnyObject } from "@svc/client";
import type { Controller } from "../control-loop/controller.ts";
import { ensureInNamespaces } from "../control-loop/namespaced-object.ts";

interface ConfigMap extends AnyObject {
  readonly data?: Readonly<Record<string, string>>;
}

const key = "ca.crt";
const about =
  "Certificate authorities that sign the API server's certificate for its names and addresses inside of the cluster; good for nothing else.";

/**
 * Creates in every namespace a ConfigMap with the API server's certificate authority, for pods.
 * Without an authority it does nothing.
 */
export const rootCaPublisher: Controller = {
  name: "root-ca-certificate-publisher-controller",
  aliases: ["root-ca-cert-publisher"],
  serviceAccount: "root-ca-cert-publisher",
  onByDefault: true,
  start: async (context) => {
    const { dialect, log, rootCa } = context;
    if (rootCa === undefined) {
      log.info("no certificate authority is known: none is published", { controller: rootCaPublisher.name });
      return;
    }
    const data = { [key]: rootCa };
    await ensureInNamespaces<ConfigMap>(context, {
      controller: rootCaPublisher.name,
      resource: "configmaps",
      kind: "ConfigMap",
      name: dialect.expand("{system}-root-ca.crt"),
      annotations: { [dialect.expand("{labels}/description")]: about },
      content: { data },
      repaired: (map) => {
        const isRight = map.data?.[key] === rootCa && Object.keys(map.data).length === 1;
        return isRight ? undefined : { ...map, data };
      },
    });
  },
};
