import type { WorkResult } from "@svc/base";
import { type AnyObject, type Informer, type Stored, startInformer } from "@svc/client";
import { type Controller, type ControllerContext, informerOptions } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import type { SecretTokenIssuer } from "../control-loop/secret-token.ts";
import type { Metadata } from "../control-loop/served-resources.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";

interface Secret extends Metadata {
  readonly metadata?: NonNullable<Metadata["metadata"]> & { readonly annotations?: Readonly<Record<string, string>> };
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * Fills Secrets of type `…/service-account-token` with a token of the account that they name, and
 * deletes Secrets whose account was deleted or recreated. Without a token issuer it does nothing.
 */
export const tokenSecretController: Controller = {
  name: "serviceaccount-token-controller",
  aliases: ["serviceaccount-token"],
  serviceAccount: "service-account-controller",
  onByDefault: true,
  start: async (context) => {
    const { dialect, log, reader, secretToken } = context;
    if (secretToken === undefined) {
      log.info("no key of service accounts is known: no Secrets are filled", {
        controller: tokenSecretController.name,
      });
      return;
    }
    const type = dialect.expand("{labels}/service-account-token");
    const secrets = startInformer<Secret>({
      ...informerOptions(context, { fieldSelector: `type=${type}` }),
      resource: reader.resource<Secret>({ group: "", version: "v1", resource: "secrets" }),
    });
    const accounts = startInformer<Metadata>({
      ...informerOptions(context),
      resource: reader.resource<Metadata>({
        group: "",
        version: "v1",
        resource: "serviceaccounts",
        metadataOnly: true,
      }),
    });
    const names = annotationsOf(context);
    const queue = createMeasuredQueue<string>({
      ...context,
      name: tokenSecretController.name,
      workers: context.workers ?? 5,
      work: async (key) => {
        await accounts.synced;
        const [namespace = "", name = ""] = key.split("/");
        const secret = secrets.get(name, namespace);
        return secret === undefined ? "done" : settle(context, { secret, accounts, names, secretToken });
      },
    });
    const add = ({ metadata: { namespace = "", name } }: Stored<Secret>): void => queue.add(`${namespace}/${name}`);
    const addAllOf = ({ metadata: { namespace = "", name } }: Stored<Metadata>): void => {
      for (const secret of secrets.list(namespace))
        if (secret.metadata.annotations?.[names.account] === name) add(secret);
    };
    secrets.subscribe({ set: add });
    accounts.subscribe({ set: addAllOf, remove: addAllOf });
    await Promise.all([secrets.synced, accounts.synced]);
  },
};

interface Annotations {
  readonly account: string;
  readonly uid: string;
}

function annotationsOf({ dialect }: ControllerContext): Annotations {
  return {
    account: dialect.expand("{labels}/service-account.name"),
    uid: dialect.expand("{labels}/service-account.uid"),
  };
}

interface Settling {
  readonly secret: Stored<Secret>;
  readonly accounts: Informer<Metadata>;
  readonly names: Annotations;
  readonly secretToken: SecretTokenIssuer;
}

/** Puts one Secret right. */
async function settle(
  context: ControllerContext,
  { secret, accounts, names, secretToken }: Settling,
): Promise<WorkResult> {
  const { client, signal, rootCa } = context;
  const { name, namespace = "", uid, resourceVersion, annotations = {} } = secret.metadata;
  const accountName = annotations[names.account] ?? "";
  if (accountName === "" || secret.metadata.deletionTimestamp !== undefined) return "done";
  const secrets = client.resource<Secret>({ group: "", version: "v1", resource: "secrets", namespace });
  const account = accounts.get(accountName, namespace) ?? (await liveAccount(context, accountName, namespace));
  const namedUid = annotations[names.uid] ?? "";
  if (account === undefined || (namedUid !== "" && namedUid !== account.metadata.uid)) {
    await ignoreNotFound(secrets.delete(name, { preconditions: { uid, resourceVersion }, signal }));
    return "done";
  }
  const { data = {} } = secret;
  const desired: Readonly<Record<string, string>> = {
    namespace: base64(namespace),
    ...(rootCa === undefined ? {} : { "ca.crt": base64(rootCa) }),
  };
  const hasToken = (data["token"] ?? "") !== "";
  if (hasToken && namedUid !== "" && Object.entries(desired).every(([key, value]) => data[key] === value))
    return "done";
  const serviceAccount = { name: accountName, uid: account.metadata.uid };
  const token = hasToken ? {} : { token: base64(await secretToken({ namespace, serviceAccount, secretName: name })) };
  await ignoreNotFound(
    secrets.update(
      {
        ...secret,
        metadata: { ...secret.metadata, annotations: { ...annotations, [names.uid]: account.metadata.uid } },
        data: { ...data, ...desired, ...token },
      },
      { signal },
    ),
  );
  return "done";
}

/** The cache may be behind: absence from it alone is no reason to delete. */
function liveAccount(
  { client, signal }: ControllerContext,
  name: string,
  namespace: string,
): Promise<Stored<AnyObject> | undefined> {
  const accounts = client.resource<AnyObject>({ group: "", version: "v1", resource: "serviceaccounts", namespace });
  return ignoreNotFound(accounts.get(name, { signal }));
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
