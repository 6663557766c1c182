import type { Check } from "../shared/check.ts";

/** One of the alternatives of where a volume comes from. */
export interface VolumeSource {
  readonly member: string;
  readonly check: Check<never>;
  /** How errors name it, where it is not by the name of the member. */
  readonly shown?: string;
  /** How it is named that stands beside another one. */
  readonly second?: string;
  /** Whether it is checked even beside another one. */
  readonly besideOthers?: boolean;
}

/** Checks the first of several sources, reports the others, and reports when there is none. */
export function oneSource(sources: readonly VolumeSource[]): Check<object> {
  return (object, at) => {
    const values = object as Readonly<Record<string, unknown>>;
    let found = 0;
    for (const { member, check, shown = member, second = member, besideOthers } of sources) {
      const value = values[member];
      if (value === undefined) continue;
      if (found++ > 0 && besideOthers !== true) at.field(second).forbidden("may not specify more than 1 volume type");
      else check(value as never, at.field(shown));
    }
    if (found === 0) at.required("must specify a volume type");
  };
}
