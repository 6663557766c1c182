import { amounts } from "../objects/amounts.ts";

type List = Readonly<Record<string, string>>;

interface Container {
  readonly resources?: { readonly requests?: List; readonly limits?: List };
}

/** The fields of a pod that hold its requests and limits. */
interface Needing {
  readonly spec?: { readonly containers?: readonly Container[]; readonly initContainers?: readonly Container[] | null };
}

/** True if no container of a pod has a request or limit of CPU or memory. */
export function isBestEffort({ spec }: Needing): boolean {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return containers.every(({ resources }) =>
    [amounts(resources?.requests), amounts(resources?.limits)].every(
      (list) => (list.get("cpu")?.nanos ?? 0n) === 0n && (list.get("memory")?.nanos ?? 0n) === 0n,
    ),
  );
}
