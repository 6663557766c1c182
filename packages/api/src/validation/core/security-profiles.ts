import type { corev1 as core } from "@svc/types";
import { maxBytes, oneOf } from "../common/check.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { descendingPath } from "./paths.ts";

/** Validates references to security profiles of the node. */

const types = oneOf("Localhost", "RuntimeDefault", "Unconfined");
const appArmorNameMax = maxBytes(4095);

export function seccompProfile(profile: core.SeccompProfile, at: FieldPath): void {
  const { type, localhostProfile: file } = profile;
  if (((type as string | undefined) ?? "") === "") {
    at.field("type").required("type is required when seccompProfile is set");
    return;
  }
  types(type, at.field("type"));
  const place = at.field("localhostProfile");
  if (type === "Localhost") {
    if (file === undefined) place.required("must be set when seccomp type is Localhost");
    else descendingPath(file, place);
  } else if (file !== undefined) place.invalid(profile, "can only be set when seccomp type is Localhost");
}

export function appArmorProfile({ type, localhostProfile: name }: core.AppArmorProfile, at: FieldPath): void {
  const place = at.field("localhostProfile");
  if (((type as string | undefined) ?? "") === "") {
    at.field("type").required("type is required when appArmorProfile is set");
    return;
  }
  if (!passes(at, () => types(type, at.field("type")))) return;
  if (type === "Localhost") {
    const trimmed = (name ?? "").trim();
    if (trimmed === "") place.required("must be set when AppArmor type is Localhost");
    else {
      if (trimmed !== name) place.invalid(name, "must not be padded with whitespace");
      appArmorNameMax(name ?? "", place);
    }
  } else if (name !== undefined) place.invalid(name, "can only be set when AppArmor type is Localhost");
}
