import { amounts } from "../objects/amounts.ts";

type List = Readonly<Record<string, string>>;

interface Container {
  readonly resources?: { readonly requests?: List; readonly limits?: List };
}

/** A pod as far as it says what it needs. */
interface Needing {
  readonly spec?: { readonly containers?: readonly Container[]; readonly initContainers?: readonly Container[] | null };
}

/** Whether a pod asks for nothing, and is bound by nothing, of what nodes share out. */
export function isBestEffort({ spec }: Needing): boolean {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return containers.every(({ resources }) =>
    [amounts(resources?.requests), amounts(resources?.limits)].every(
      (list) => (list.get("cpu")?.nanos ?? 0n) === 0n && (list.get("memory")?.nanos ?? 0n) === 0n,
    ),
  );
}
