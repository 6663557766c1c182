import { quote } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { field, items, text } from "../objects/fields.ts";

/**
 * Describes the first secret reference of a pod that its account does not allow.
 * @param ephemeral checks only ephemeral containers added to a running pod
 */
export function secretProblem(pod: ApiObject, account: ApiObject, ephemeral: boolean): string | undefined {
  const because = `is not allowed because service account ${account.metadata.name ?? ""} does not reference that`;
  const secrets = new Set(items(account, "secrets").map((secret) => text(secret, "name")));
  const [unknown] = namedSecrets(pod, ephemeral).filter(({ name }) => !secrets.has(name));
  if (unknown !== undefined) return `${unknown.where} secret.secretName=${quote(unknown.name)} ${because} secret`;
  if (ephemeral) return undefined;
  const pulls = new Set(items(account, "imagePullSecrets").map((secret) => text(secret, "name")));
  const pullSecrets = items(pod, "spec", "imagePullSecrets").map((secret) => text(secret, "name"));
  const at = pullSecrets.findIndex((name) => !pulls.has(name));
  if (at < 0) return undefined;
  return `imagePullSecrets[${at}].name=${JSON.stringify(pullSecrets[at])} ${because} imagePullSecret`;
}

interface NamedSecret {
  readonly where: string;
  readonly name: string;
}

const containerLists = [
  ["initContainers", "init container"],
  ["containers", "container"],
] as const;

function namedSecrets(pod: ApiObject, ephemeral: boolean): readonly NamedSecret[] {
  if (ephemeral) return ofContainers(pod, "ephemeralContainers", "ephemeral container");
  const volumes = items(pod, "spec", "volumes").flatMap((volume) => {
    const secret = field(volume, "secret");
    return secret === undefined || secret === null ? [] : [{ where: "volume with", name: text(secret, "secretName") }];
  });
  return [...volumes, ...containerLists.flatMap(([list, what]) => ofContainers(pod, list, what))];
}

function ofContainers(pod: ApiObject, list: string, what: string): readonly NamedSecret[] {
  return items(pod, "spec", list).flatMap((container) => {
    const named = (where: string, reference: unknown): readonly NamedSecret[] =>
      typeof reference !== "object" || reference === null
        ? []
        : [{ where: `${what} ${text(container, "name")} with ${where} referencing`, name: text(reference, "name") }];
    return [
      ...items(container, "env").flatMap((variable) =>
        named(`envVar ${text(variable, "name")}`, field(variable, "valueFrom", "secretKeyRef")),
      ),
      ...items(container, "envFrom").flatMap((source) => named("envFrom", field(source, "secretRef"))),
    ];
  });
}
