import { type AdmissionPlugin, nodeRestriction } from "@svc/admission";
import type { Authorizer } from "@svc/authz";
import type { Dialect } from "@svc/meta";
import type { ServerObjects } from "@svc/server";
import type { Flags } from "./flags.ts";

export interface AdmissionOptions {
  readonly flags: Pick<Flags, "enableAdmissionPlugins" | "disableAdmissionPlugins">;
  readonly dialect: Dialect;
  readonly authorizer: Authorizer;
}

/** The admission steps that flags turn on, beside those that every server has. */
export function createAdmissionPlugins({
  flags,
  dialect,
  authorizer,
}: AdmissionOptions): (objects: ServerObjects) => readonly AdmissionPlugin[] {
  const isOn = (name: string): boolean =>
    flags.enableAdmissionPlugins.includes(name) && !flags.disableAdmissionPlugins.includes(name);
  return (objects) => (isOn("NodeRestriction") ? [nodeRestriction({ dialect, objects, authorizer })] : []);
}
