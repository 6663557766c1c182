/** A toleration of node taints by a pod. */
export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number | null;
}

/** The union of both lists, without tolerations that another one covers. */
export function mergedTolerations(own: readonly Toleration[], more: readonly Toleration[]): readonly Toleration[] {
  const all = [...own, ...more];
  // If two cover each other, the first stays.
  return all.filter(
    (one, i) => !all.some((other, j) => j !== i && covers(other, one) && (j < i || !covers(one, other))),
  );
}

/** True if the first tolerates every taint that the second does, at least as long. */
export function covers(a: Toleration, b: Toleration): boolean {
  const { key = "", operator = "Equal", value = "", effect = "" } = a;
  if (effect !== "" && effect !== (b.effect ?? "")) return false;
  if (effect === "NoExecute" && lasts(a) < lasts(b)) return false;
  if (key === "") return operator === "Exists" || (b.key ?? "") === "";
  if (key !== b.key) return false;
  return operator === "Exists" || (operator === (b.operator ?? "Equal") && value === (b.value ?? ""));
}

function lasts({ tolerationSeconds }: Toleration): number {
  return tolerationSeconds ?? Number.POSITIVE_INFINITY;
}
