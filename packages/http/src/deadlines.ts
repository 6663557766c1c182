import type { Clock } from "@svc/base";

/** What ends when its time has come. */
export interface Deadline {
  /** On the clock of the deadlines; `Infinity` for never. */
  readonly deadline: number;
  /** Called once its deadline has passed, and again as long as it has. */
  expire(): void;
}

/** Looks after the deadlines of many, by one timer: to set one is to write a number. */
export interface Deadlines<T extends Deadline> {
  readonly members: ReadonlySet<T>;
  add(member: T): void;
  remove(member: T): void;
  /** The deadline that is so far away. It may be noticed by two looks later. */
  in(ms: number): number;
}

/** What clients do not take. */
export interface WriteTimeout {
  readonly deadlines: Deadlines<Deadline>;
  /** How long a client may take for one piece of an answer; then the answer breaks off. */
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
  // Where there is nobody, nothing wakes the process.
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
    // The time of the last look is up to one look old.
    in: (ms) => now + ms + lookEveryMs,
  };
}
