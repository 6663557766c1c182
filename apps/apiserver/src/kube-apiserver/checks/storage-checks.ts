import { quote } from "@svc/base";
import { allOf, type Check, isMissing, last, oneOf } from "./check.ts";

const mediaTypes = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];

/** Ends the start by itself: the sizes of watch caches, as `pods#100`. */
export const watchCacheSizeProblem: Check = (values) => {
  for (const text of allOf(values, "watch-cache-sizes")) {
    const [, size, ...more] = text.split("#");
    if (size === undefined || more.length > 0) return `invalid value of watch cache size: ${text}`;
    if (!/^[+-]?\d{1,18}$/.test(size)) return `invalid size of watch cache size: ${text}`;
    if (Number(size) < 0) return `watch cache size cannot be negative: ${text}`;
  }
  return undefined;
};

/** Checks of where and how objects are stored, in the order of their messages. */
export const storageChecks: readonly Check[] = [
  (values) => (isMissing(values, "etcd-servers") ? "--etcd-servers must be specified" : undefined),
  oneOf(
    "storage-backend",
    ["etcd3"],
    () => "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
  ),
  (values) =>
    allOf(values, "etcd-servers-overrides").every((text) => /^[^/#]*\/[^/#]*#[^#]*$/.test(text))
      ? undefined
      : "--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated",
  (values) =>
    last(values, "encryption-provider-config-automatic-reload") === "true" &&
    isMissing(values, "encryption-provider-config")
      ? "--encryption-provider-config-automatic-reload must be set with --encryption-provider-config"
      : undefined,
  oneOf(
    "storage-media-type",
    mediaTypes,
    (value) => `--storage-media-type ${quote(value)} invalid, allowed values: ${mediaTypes.join(", ")}`,
  ),
];
