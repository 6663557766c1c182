import { type Container, containersOf, type PodLike, type SecurityContext } from "./pod.ts";

/** A violation, shown as `reason (detail)`. */
export interface Finding {
  readonly reason: string;
  readonly detail: string;
}

export function quoted(list: readonly string[]): string {
  return list.map((text) => `"${text}"`).join(", ");
}

export function sortedSet(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort();
}

/** `container "a"`, `containers "a", "b"`. */
export function named(word: string, names: readonly string[]): string {
  return `${plural(word, names.length)} ${quoted(names)}`;
}

export function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** The pod and the containers that set a field. */
export interface Setters {
  readonly pod: boolean;
  readonly containers: readonly string[];
}

export function settersOf(pod: PodLike, sets: (context: SecurityContext) => boolean): Setters {
  const of = (context: SecurityContext | null | undefined): boolean => context != null && sets(context);
  return {
    pod: of(pod.spec?.securityContext),
    containers: containersWhere(pod, ({ securityContext }) => of(securityContext)),
  };
}

export function anySet({ pod, containers }: Setters): boolean {
  return pod || containers.length > 0;
}

/** `pod and container "b"`. */
export function settersText({ pod, containers }: Setters, ...others: readonly string[]): string {
  return [...(pod ? ["pod"] : []), ...(containers.length > 0 ? [named("container", containers)] : []), ...others].join(
    " and ",
  );
}

export function containersWhere(pod: PodLike, is: (container: Container) => boolean): readonly string[] {
  return containersOf(pod)
    .filter(is)
    .map(({ name = "" }) => name);
}

/** The values of a field in the pod and its containers. */
export function valuesOf<T>(pod: PodLike, of: (context: SecurityContext) => T | undefined): readonly T[] {
  return [pod.spec?.securityContext, ...containersOf(pod).map((c) => c.securityContext)].flatMap((context) => {
    const value = context == null ? undefined : of(context);
    return value === undefined ? [] : [value];
  });
}
