import { fieldKey } from "../field-key.ts";
import { type FieldSet, leaf, memberOf, setOf } from "../field-set.ts";

/** Fields that are never owned, since no client intends them. */
export const neverOwned: FieldSet =
  setOf([
    [fieldKey("apiVersion"), leaf],
    [fieldKey("kind"), leaf],
    [
      fieldKey("metadata"),
      memberOf(
        [
          "name",
          "namespace",
          "creationTimestamp",
          "selfLink",
          "uid",
          "clusterName",
          "generation",
          "managedFields",
          "resourceVersion",
        ].map((name) => [fieldKey(name), leaf] as const),
      ),
    ],
  ]) ?? {};
