import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../kind-validation.ts";
import { persistentVolume } from "./persistent-volume.ts";
import { podsValidation } from "./pods.ts";

/** The kinds of the core group. */
export function coreValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    ...podsValidation(dialect),
    PersistentVolume: persistentVolume(dialect),
  };
}
