import { byteLength } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { configMapKey } from "../common/names.ts";
import { base64Bytes, immutableFields, maxDataBytes } from "./data.ts";

const duplicate = "duplicate of key present in binaryData";

const object: Check<core.ConfigMap> = ({ data = {}, binaryData = {} }, at) => {
  let bytes = 0;
  const place = at.field("data");
  for (const key of sortedKeys(data)) {
    for (const problem of configMapKey(key)) place.item(key).invalid(key, problem);
    if (Object.hasOwn(binaryData, key)) place.item(key).invalid(key, duplicate);
    bytes += byteLength(data[key] ?? "");
  }
  for (const key of sortedKeys(binaryData)) {
    for (const problem of configMapKey(key)) at.field("binaryData").item(key).invalid(key, problem);
    bytes += base64Bytes(binaryData[key] ?? "");
  }
  if (bytes > maxDataBytes) at.tooLong(maxDataBytes);
};

const unchanged: (object: core.ConfigMap, old: core.ConfigMap, at: FieldPath) => void = immutableFields([
  "data",
  "binaryData",
]);

export const configMap: KindValidation = kind<core.ConfigMap>({
  create: object,
  update: (value, old, at) => {
    unchanged(value, old, at);
    object(value, at);
  },
});
