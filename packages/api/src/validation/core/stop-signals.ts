import type { FieldPath } from "../common/field-path.ts";

const plain = [
  ...["ABRT", "ALRM", "BUS", "CHLD", "CLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "IOT", "KILL", "PIPE", "POLL"],
  ...["PROF", "PWR", "QUIT", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN", "TTOU", "URG", "USR1"],
  ...["USR2", "VTALRM", "WINCH", "XCPU", "XFSZ", "RTMIN", "RTMAX"],
];
const realTime = [
  ...Array.from({ length: 15 }, (_, i) => `RTMIN+${i + 1}`),
  ...Array.from({ length: 14 }, (_, i) => `RTMAX-${i + 1}`),
];

const signalsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["linux", [...plain, ...realTime].map((name) => `SIG${name}`).sort()],
  ["windows", ["SIGKILL", "SIGTERM"]],
]);

/** The stop signal of a container, which must exist on the pod's operating system. */
export function stopSignal(signal: string, at: FieldPath, os: string): void {
  const supported = signalsOf.get(os);
  if (os === "") at.forbidden("may not be set for containers with empty `spec.os.name`");
  else if (supported !== undefined && !supported.includes(signal)) at.notSupported(signal, supported);
}
