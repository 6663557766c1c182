import type { Dialect } from "@svc/meta";
import type { storagemigrationv1alpha1 as storagemigrationv1 } from "@svc/types";
import { members, needed } from "./common/check.ts";
import { conditions } from "./common/condition.ts";
import { immutable } from "./common/equal.ts";
import type { FieldPath } from "./common/field-path.ts";
import { type ChangeCheck, kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";

type Migration = storagemigrationv1.StorageVersionMigration;

export function storagemigrationValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    StorageVersionMigration: kind<Migration>({
      object: (object, at) => resource(object.spec?.resource ?? {}, at.field("spec").field("resource")),
      update: sameResource,
      subresources: { status: ({ status = {} }, _old, at) => statusRules(status, at.field("status")) },
    }),
  };
}

const resource = members<storagemigrationv1.GroupVersionResource>({
  resource: needed(undefined, "resource is required"),
  version: needed(undefined, "version is required"),
});

/** The errors have the name of the member without its parents. */
const sameResource: ChangeCheck<Migration> = ({ spec }, { spec: old }, at) => {
  for (const part of ["group", "version", "resource"] as const)
    immutable(spec?.resource?.[part], old?.resource?.[part], at.field(part));
};

/** Conditions that exclude each other, and the messages for both. */
const exclusive: readonly (readonly [a: string, b: string, message: string])[] = [
  ["Succeeded", "Failed", "Both success and failed conditions cannot be true at the same time"],
  ["Running", "Succeeded", "Running condition cannot be true when success condition is true"],
  ["Running", "Failed", "Running condition cannot be true when failed condition is true"],
];

function statusRules(
  { resourceVersion = "", conditions: list = [] }: storagemigrationv1.StorageVersionMigrationStatus,
  at: FieldPath,
): void {
  if (resourceVersion !== "" && !/^[+-]?\d+$/.test(resourceVersion)) {
    const shown = JSON.stringify(resourceVersion);
    const problem = `strconv.ParseInt: parsing ${shown}: invalid syntax`;
    at.field("resourceVersion").invalid(resourceVersion, `failed to parse resource version ${shown}: ${problem}`);
  }
  const place = at.field("conditions");
  // The time goes by another name than in conditions of the common shape; errors call it by that
  // one.
  conditions(
    list.map(({ lastUpdateTime, reason = "", message = "", ...rest }) => ({
      ...rest,
      reason,
      message,
      lastTransitionTime: lastUpdateTime ?? null,
    })),
    place,
  );
  const isTrue = (type: string): boolean => list.some((c) => c.type === type && c.status === "True");
  for (const [a, b, message] of exclusive) if (isTrue(a) && isTrue(b)) place.invalid(list, message);
}
