/** A controller that is a part of the server itself, and chosen by `--controllers` like others. */
const policyTypes = "validatingadmissionpolicy-status-controller";

/** The server's own controllers that a list of names enables. */
export interface ServerControllers {
  readonly checkPolicyTypes: boolean;
  /** The list without them. */
  readonly others: readonly string[];
}

/** Reads a list of names: `*` is all, `-x` leaves one out unless it is also named. */
export function serverControllers(names: readonly string[]): ServerControllers {
  const isExcluded = names.includes(`-${policyTypes}`);
  return {
    checkPolicyTypes: names.includes(policyTypes) || (names.includes("*") && !isExcluded),
    others: names.filter((name) => name.replace(/^-/, "") !== policyTypes),
  };
}
