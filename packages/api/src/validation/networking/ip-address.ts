import { dns1123Subdomain, pathSegment } from "@svc/meta";
import type { networkingv1 } from "@svc/types";
import { type Check, members, named, needed } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { whenSet } from "../common/when-set.ts";

const reference: Check<networkingv1.ParentReference> = members<networkingv1.ParentReference>({
  group: whenSet(named(dns1123Subdomain)),
  resource: needed(named(pathSegment)),
  name: needed(named(pathSegment)),
  namespace: whenSet(named(pathSegment)),
});

const placeOf = (at: FieldPath): FieldPath => at.field("spec").field("parentRef");

const parent: Check<networkingv1.IPAddress> = ({ spec }, at) => {
  if (spec?.parentRef === undefined) placeOf(at).required();
  else reference(spec.parentRef, placeOf(at));
};

export const ipAddress: KindValidation = kind<networkingv1.IPAddress>({
  create: parent,
  update: (object, old, at) => {
    parent(object, at);
    immutable(object.spec?.parentRef, old.spec?.parentRef, placeOf(at));
  },
});
