type Members = Readonly<Record<string, unknown>>;

/**
 * The names under which version 1 keeps the fields of a behavior, in the order in which they are
 * written.
 */
const ruleNames = {
  stabilizationWindowSeconds: "StabilizationWindowSeconds",
  selectPolicy: "SelectPolicy",
  policies: "Policies",
  tolerance: "Tolerance",
};
const policyNames = { type: "Type", value: "Value", periodSeconds: "PeriodSeconds" };
const behaviorNames = { scaleUp: "ScaleUp", scaleDown: "ScaleDown" };

/**
 * The scaling behavior of an autoscaler as the annotation of version 1: all fields by their long
 * names, null where unset.
 */
export function behaviorToV1(behavior: unknown): string {
  const policies = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((policy) => renamed(policy, policyNames)) : null;
  const rules = (value: unknown): unknown =>
    isMembers(value) ? renamed({ ...value, policies: policies(value["policies"]) }, ruleNames) : null;
  const { scaleUp, scaleDown } = (behavior ?? {}) as Members;
  return JSON.stringify(renamed({ scaleUp: rules(scaleUp), scaleDown: rules(scaleDown) }, behaviorNames));
}

/** Parses the annotation; the case of field names does not matter. */
export function behaviorFromV1(value: unknown): unknown {
  if (!isMembers(value)) return undefined;
  const policies = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((policy) => readAs(policy, policyNames)) : list;
  const rules = (side: unknown): unknown => {
    const read = readAs(side, ruleNames);
    return read?.["policies"] === undefined ? read : { ...read, policies: policies(read["policies"]) };
  };
  const read = readAs(value, behaviorNames) ?? {};
  return Object.fromEntries(Object.entries(read).map(([name, side]) => [name, rules(side)]));
}

function renamed(value: unknown, names: Members): Members {
  const from = isMembers(value) ? value : {};
  return Object.fromEntries(Object.entries(names).map(([name, written]) => [written, from[name] ?? null]));
}

function readAs(value: unknown, names: Members): Members | undefined {
  if (!isMembers(value)) return undefined;
  const byCase = new Map(Object.keys(names).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const known = byCase.get(name.toLowerCase());
      return known === undefined || member === null ? [] : [[known, member]];
    }),
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
