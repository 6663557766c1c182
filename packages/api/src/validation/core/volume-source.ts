import type { Check } from "../common/check.ts";

/** One of the alternatives of where a volume comes from. */
export interface VolumeSource {
  readonly member: string;
  readonly check: Check<never>;
  /** The name in errors, if it differs from the name of the member. */
  readonly shown?: string;
  /** The name in errors for a second source. */
  readonly second?: string;
  /** Whether it is checked even beside another one. */
  readonly besideOthers?: boolean;
}

/** Checks the first of several sources, reports the others, and reports when there is none. */
export function oneSource(sources: readonly VolumeSource[]): Check<object> {
  const byMember = new Map(sources.map((source) => [source.member, source]));
  return (object, at) => {
    const values = object as Readonly<Record<string, unknown>>;
    const present = Object.keys(object).filter((member) => values[member] !== undefined && byMember.has(member));
    const ordered =
      present.length < 2 ? present : sources.map(({ member }) => member).filter((m) => present.includes(m));
    for (const [i, member] of ordered.entries()) {
      const { check, shown = member, second = member, besideOthers } = byMember.get(member) as VolumeSource;
      if (i > 0 && besideOthers !== true) at.field(second).forbidden("may not specify more than 1 volume type");
      else check(values[member] as never, at.field(shown));
    }
    if (present.length === 0) at.required("must specify a volume type");
  };
}
