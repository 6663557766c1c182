import { quote } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { descendingPath } from "./paths.ts";
import { containersOf } from "./pod-security.ts";
import { tolerations } from "./tolerations.ts";

type Annotations = Readonly<Record<string, string>>;

interface Keys {
  readonly mirror: string;
  readonly deletionCost: string;
  readonly tolerations: string;
  readonly podSeccomp: string;
  readonly containerSeccomp: string;
  readonly appArmor: string;
}

/** Checks of the annotations of pods that the system reads. */
export class PodAnnotations {
  readonly #keys: Keys;

  constructor({ expand }: Dialect) {
    this.#keys = {
      mirror: expand("{labels}/config.mirror"),
      deletionCost: expand("controller.{labels}/pod-deletion-cost"),
      tolerations: expand("scheduler.alpha.{labels}/tolerations"),
      podSeccomp: expand("seccomp.security.alpha.{labels}/pod"),
      containerSeccomp: expand("container.seccomp.security.alpha.{labels}/"),
      appArmor: expand("container.apparmor.security.beta.{labels}/"),
    };
  }

  /** The key that marks mirror pods. */
  get mirror(): string {
    return this.#keys.mirror;
  }

  /** @param at the path of the annotations */
  check(annotations: Annotations, spec: core.PodSpec, at: FieldPath): void {
    const keys = this.#keys;
    const mirror = annotations[keys.mirror] ?? "";
    if (mirror !== "" && (spec.nodeName ?? "") === "")
      at.item(keys.mirror).invalid(mirror, "must set spec.nodeName if mirror pod annotation is set");
    tolerationList(annotations[keys.tolerations] ?? "", at, keys.tolerations);
    deletionCost(annotations[keys.deletionCost], at.item(keys.deletionCost));
    seccomp(annotations, at, keys);
    this.#checkAppArmor(annotations, spec, at);
  }

  #checkAppArmor(annotations: Annotations, spec: core.PodSpec, at: FieldPath): void {
    const prefix = this.#keys.appArmor;
    for (const key of sortedKeys(annotations)) {
      if (!key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length);
      const profile = annotations[key] ?? "";
      const isKnown = profile === "" || profile === "runtime/default" || profile === "unconfined";
      if (!containersOf(spec, at).some(({ container }) => container.name === name))
        at.item(key).invalid(name, "container not found");
      if (!isKnown && !profile.startsWith(localhost))
        at.item(key).invalid(profile, `invalid AppArmor profile name: ${quote(profile)}`);
    }
  }

  /** Annotations that an update must not change. @param at the path of the annotations */
  update(annotations: Annotations, old: Annotations, at: FieldPath): void {
    const { mirror, appArmor: prefix } = this.#keys;
    for (const key of sortedKeys(old))
      if (key.startsWith(prefix) && old[key] !== annotations[key])
        at.item(key).forbidden("may not remove or update AppArmor annotations");
    for (const key of sortedKeys(annotations))
      if (key.startsWith(prefix) && !(key in old)) at.item(key).forbidden("may not add AppArmor annotations");
    const [before, now] = [old[mirror], annotations[mirror]];
    if (before === now) return;
    if (before === undefined) at.item(mirror).forbidden("may not add mirror pod annotation");
    else if (now === undefined) at.item(mirror).forbidden("may not remove mirror pod annotation");
    else at.item(mirror).forbidden("may not update mirror pod annotation");
  }

  /** Seccomp fields agree with the annotations for them. @param at the path of the spec */
  seccompMatches(annotations: Annotations, spec: core.PodSpec, at: FieldPath): void {
    const keys = this.#keys;
    const compare = (key: string, profile: core.SeccompProfile | undefined, place: FieldPath): void => {
      const text = annotations[key];
      if (text !== undefined && profile !== undefined) matches({ type: "seccomp", text }, profile, place);
    };
    const fieldOf = (place: FieldPath): FieldPath => place.field("securityContext").field("seccompProfile");
    compare(keys.podSeccomp, spec.securityContext?.seccompProfile, fieldOf(at));
    for (const { container, place } of containersOf(spec, at))
      compare(keys.containerSeccomp + container.name, container.securityContext?.seccompProfile, fieldOf(place));
  }

  /** AppArmor fields agree with the annotations for them. @param at the path of the spec */
  appArmorMatches(annotations: Annotations, spec: core.PodSpec, at: FieldPath): void {
    if (spec.os?.name === "windows") return;
    for (const { container, place } of containersOf(spec, at)) {
      const text = annotations[this.#keys.appArmor + container.name];
      const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
      if (text !== undefined && profile !== undefined)
        matches({ type: "apparmor", text }, profile, place.field("securityContext").field("appArmorProfile"));
    }
  }
}

function tolerationList(text: string, at: FieldPath, key: string): void {
  if (text === "") return;
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    at.invalid(key, error instanceof Error ? error.message : "not JSON");
    return;
  }
  if (Array.isArray(list)) tolerations(list as readonly core.Toleration[], at.field(key));
  else if (list !== null) at.invalid(key, "must be a list of tolerations");
}

/** A whole number of 32 bits, as other languages write it. */
function deletionCost(text: string | undefined, at: FieldPath): void {
  if (text === undefined) return;
  const isNumber = /^(0|-?\d+)$/.test(text) && !/^0./.test(text);
  if (!isNumber || Number(text) > 2 ** 31 - 1 || Number(text) < -(2 ** 31)) at.invalid(text, "must be a 32bit integer");
}

const localhost = "localhost/";
const seccompNames: ReadonlySet<string> = new Set(["runtime/default", "docker/default", "unconfined"]);

function seccomp(annotations: Annotations, at: FieldPath, { podSeccomp, containerSeccomp }: Keys): void {
  const keys = sortedKeys(annotations).filter((key) => key.startsWith(containerSeccomp));
  for (const key of podSeccomp in annotations ? [podSeccomp, ...keys] : keys) {
    const profile = annotations[key] ?? "";
    if (profile.startsWith(localhost)) descendingPath(profile.slice(localhost.length), at.field(key));
    else if (!seccompNames.has(profile)) at.field(key).invalid(profile, "must be a valid seccomp profile");
  }
}

interface Profile {
  readonly type: string;
  readonly localhostProfile?: string;
}

/** The profile that an annotation names. */
interface AnnotatedProfile {
  readonly type: "seccomp" | "apparmor";
  readonly text: string;
}

/** The annotations that mean a type of profile. */
const annotationsOfTypes: Readonly<Record<AnnotatedProfile["type"], Readonly<Record<string, readonly string[]>>>> = {
  seccomp: { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default", "docker/default"] },
  apparmor: { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default"] },
};

/** A type that does not exist is an error of its own, whatever the annotation says. */
function matches(annotated: AnnotatedProfile, { type, localhostProfile }: Profile, at: FieldPath): void {
  const { type: what, text } = annotated;
  const hasType =
    type === "Localhost" ? text.startsWith(localhost) : (annotationsOfTypes[what][type]?.includes(text) ?? true);
  if (!hasType) at.field("type").forbidden(`${what} type in annotation and field must match`);
  else if (type === "Localhost" && localhostProfile !== text.slice(localhost.length))
    at.field("localhostProfile").forbidden(`${what} profile in annotation and field must match`);
}
