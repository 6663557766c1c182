import type { Clock } from "@svc/base";

/** An operation with a deadline. */
export interface Deadline {
  /** On the clock of the deadlines; `Infinity` for never. */
  readonly deadline: number;
  /** Called after the deadline, and repeatedly until it changes. */
  expire(): void;
}

/** Looks after the deadlines of many, by one timer: to set one is to write a number. */
export interface Deadlines<T extends Deadline> {
  readonly members: ReadonlySet<T>;
  add(member: T): void;
  remove(member: T): void;
  /** The deadline after this duration. It may be detected up to two checks late. */
  in(ms: number): number;
}

/** Bounds how long clients may block a response. */
export interface WriteTimeout {
  readonly deadlines: Deadlines<Deadline>;
  /** The time that a client has to read one chunk of a response; then the response is aborted. */
  readonly writeTimeoutMs: number;
}

/** @param lookEveryMs how late a deadline may be noticed */
export function createDeadlines<T extends Deadline>(clock: Clock, lookEveryMs: number): Deadlines<T> {
  const members = new Set<T>();
  let now = clock.monotonic();
  let isWaiting = false;

  const look = (): void => {
    isWaiting = false;
    now = clock.monotonic();
    for (const member of members) if (member.deadline <= now) member.expire();
    wait();
  };
  // Without members, no timer wakes the process.
  const wait = (): void => {
    if (members.size === 0 || isWaiting) return;
    isWaiting = true;
    clock.after(lookEveryMs, look);
  };
  return {
    members,
    add: (member) => {
      if (members.size === 0) now = clock.monotonic();
      members.add(member);
      wait();
    },
    remove: (member) => void members.delete(member),
    // The time of the last check is up to one check old.
    in: (ms) => now + ms + lookEveryMs,
  };
}
