import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, sortedKeys } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { configMapKey } from "../common/names.ts";
import { base64Bytes, immutableFields, maxDataBytes } from "./data.ts";
import { jsonObjectProblem } from "./json-text.ts";

type Data = Readonly<Record<string, string>>;

const contents: Check<Data> = (data, at) => {
  let bytes = 0;
  for (const key of sortedKeys(data)) {
    for (const problem of configMapKey(key)) at.item(key).invalid(key, problem);
    bytes += base64Bytes(data[key] ?? "");
  }
  if (bytes > maxDataBytes) at.tooLong(maxDataBytes);
};

const unchanged: (object: core.Secret, old: core.Secret, at: FieldPath) => void = immutableFields(["data"]);

export function secret(dialect: Dialect): KindValidation {
  const types = typeRules(dialect);
  const object: Check<core.Secret> = (value, at) => {
    contents(value.data ?? {}, at.field("data"));
    types.get(value.type ?? "")?.(value, at);
  };
  return kind<core.Secret>({
    create: object,
    update: (value, old, at) => {
      immutable(value.type, old.type, at.field("type"));
      unchanged(value, old, at);
      object(value, at);
    },
  });
}

/** The required keys of secrets, by type. */
function typeRules({ labelDomain }: Dialect): ReadonlyMap<string, Check<core.Secret>> {
  const account = `${labelDomain}/service-account.name`;
  return new Map<string, Check<core.Secret>>([
    [
      `${labelDomain}/service-account-token`,
      ({ metadata }, at) => {
        if ((metadata?.annotations?.[account] ?? "") === "")
          at.field("metadata").field("annotations").item(account).required();
      },
    ],
    [`${labelDomain}/dockercfg`, jsonAt(".dockercfg")],
    [`${labelDomain}/dockerconfigjson`, jsonAt(".dockerconfigjson")],
    [
      `${labelDomain}/basic-auth`,
      ({ data = {} }, at) => {
        if (Object.hasOwn(data, "username") || Object.hasOwn(data, "password")) return;
        for (const key of ["username", "password"]) at.field("data").item(key).required();
      },
    ],
    [
      `${labelDomain}/ssh-auth`,
      ({ data = {} }, at) => {
        if ((data["ssh-privatekey"] ?? "") === "") at.field("data").item("ssh-privatekey").required();
      },
    ],
    [
      `${labelDomain}/tls`,
      ({ data = {} }, at) => {
        for (const key of ["tls.crt", "tls.key"]) if (!Object.hasOwn(data, key)) at.field("data").item(key).required();
      },
    ],
  ]);
}

function jsonAt(key: string): Check<core.Secret> {
  return ({ data = {} }, at) => {
    const place = at.field("data").item(key);
    const value = data[key];
    if (value === undefined) return place.required();
    const problem = jsonObjectProblem(Buffer.from(value, "base64"), "map[string]interface {}");
    if (problem !== undefined) place.invalid("<secret contents redacted>", problem);
  };
}
