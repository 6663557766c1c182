import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import { podReferences } from "@svc/authz";
import { type Clock, type MaybePromise, pause, quote } from "@svc/base";
import { aClock, aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, plainError, type StatusError } from "@svc/meta";
import { field, isSet, items } from "../objects/fields.ts";
import { type Pod, specOf } from "../pods/pod.ts";
import { secretProblem } from "./mountable-secrets.ts";
import { addTokenVolume } from "./token-volume.ts";

interface Account extends ApiObject {
  readonly automountServiceAccountToken?: boolean | null;
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
  readonly secrets?: readonly { readonly name?: string }[];
}

/** Options of the admission step that gives pods their service account and its token. */
export interface ServiceAccountOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Suffixes for names of volumes. */
  readonly randomSuffix: () => string;
  /** From memory. */
  readonly serviceAccount: (namespace: string, name: string) => MaybePromise<ApiObject | undefined>;
}

const defaultName = "default";
/**
 * The account of a new namespace is created asynchronously: its pods wait for it, with this number
 * of retries and this pause in milliseconds.
 */
const attempts = 10;
const pauseMs = 150;

const serviceAccountOptions = optionsOf<ServiceAccountOptions>({
  dialect: aDialect,
  clock: aClock,
  randomSuffix: aFunction,
  serviceAccount: aFunction,
});

/**
 * Sets the service account of pods and mounts a token of it into their containers.
 * @throws {TypeError} for a wrong argument
 */
export function serviceAccount(options: ServiceAccountOptions): AdmissionPlugin {
  checkArgument("serviceAccount: options", options, serviceAccountOptions);
  const { dialect } = options;
  const mirror = dialect.expand("{labels}/config.mirror");
  const enforcing = dialect.expand("{labels}/enforce-mountable-secrets");
  const isMirror = ({ metadata }: ApiObject): boolean => metadata.annotations?.[mirror] !== undefined;
  const withAccount = (request: AdmissionRequest, pod: Pod, act: (account: Account) => void): MaybePromise<void> => {
    const { serviceAccountName: name = "" } = specOf(pod);
    const found = accountOf(options, request.namespace, name);
    const check = (account: ApiObject | undefined): void => {
      if (account === undefined) throw unknownAccount(request, name);
      act(account);
    };
    return found instanceof Promise ? found.then(check) : check(found);
  };
  const checkSecrets = (request: AdmissionRequest, pod: Pod, account: Account): void => {
    if (!isTrue(account.metadata.annotations?.[enforcing])) return;
    const isEphemeral = request.subresource === "ephemeralcontainers";
    const problem = secretProblem(pod, account, isEphemeral);
    if (problem !== undefined) throw isEphemeral ? plainError(problem) : forbidden(request, problem);
  };

  return {
    name: "ServiceAccount",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods", "pods/ephemeralcontainers"],
    mutate: (request) => {
      const { object, operation } = request;
      if (object === undefined || operation !== "CREATE") return undefined;
      const pod: Pod = object;
      if (isMirror(pod)) return checkMirror(request, pod);
      const spec = specOf(pod);
      if ((spec.serviceAccountName ?? "") === "") {
        spec.serviceAccountName = defaultName;
        spec.serviceAccount = defaultName;
      }
      return withAccount(request, pod, (account) => {
        if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true)
          addTokenVolume(dialect, spec, options.randomSuffix);
        const { imagePullSecrets = [] } = account;
        if ((spec.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0)
          spec.imagePullSecrets = structuredClone(imagePullSecrets);
        // As in the original, the plugins after this one don't see a pod that it refuses.
        checkSecrets(request, pod, account);
      });
    },
    validate: (request) => {
      const { object, operation, subresource } = request;
      const isEphemeral = subresource === "ephemeralcontainers";
      if (object === undefined || isEphemeral !== (operation === "UPDATE")) return undefined;
      const pod: Pod = object;
      if (isMirror(pod)) return isEphemeral ? undefined : checkMirror(request, pod);
      return withAccount(request, pod, (account) => checkSecrets(request, pod, account));
    },
  };
}

function accountOf(
  { serviceAccount: find, clock }: ServiceAccountOptions,
  namespace: string,
  name: string,
): MaybePromise<ApiObject | undefined> {
  const found = find(namespace, name);
  if (name !== defaultName || (found !== undefined && !(found instanceof Promise))) return found;
  const awaited = async (): Promise<ApiObject | undefined> => {
    let account = await found;
    for (let attempt = 1; account === undefined && attempt < attempts; attempt++) {
      await pause(clock, pauseMs);
      account = await find(namespace, name);
    }
    return account;
  };
  return awaited();
}

function unknownAccount(request: AdmissionRequest, name: string): StatusError {
  const why = `serviceaccount ${quote(name)} not found`;
  return forbidden(request, `error looking up service account ${request.namespace}/${name}: ${why}`);
}

/**
 * Mirror pods represent static pods of a node, so they must not reference objects of the server.
 */
function checkMirror(request: AdmissionRequest, pod: Pod): void {
  const { serviceAccountName = "" } = specOf(pod);
  if (serviceAccountName !== "") throw forbidden(request, "a mirror pod may not reference service accounts");
  if (podReferences(pod).some(({ kind }) => kind === "secret"))
    throw forbidden(request, "a mirror pod may not reference secrets");
  const sources = items(pod, "spec", "volumes").flatMap((volume) => items(volume, "projected", "sources"));
  if (sources.some((source) => isSet(field(source, "serviceAccountToken"))))
    throw forbidden(request, "a mirror pod may not use ServiceAccountToken volume projections");
}

/** True for each spelling of a true annotation. */
function isTrue(text: string | undefined): boolean {
  return text !== undefined && ["1", "t", "T", "true", "TRUE", "True"].includes(text);
}
