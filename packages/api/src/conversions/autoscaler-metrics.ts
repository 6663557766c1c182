import { parseQuantity } from "@svc/base";

/**
 * Metrics of autoscalers in the form of version 1, as annotations: names and targets are in one
 * object, where later versions group them. An absent target differs from zero only in the members
 * where version 1 makes the difference.
 */

type Values = Readonly<Record<string, unknown>>;
export type Metric = Values & { readonly type?: string };

type Source = "object" | "pods" | "resource" | "containerResource" | "external";
const sources: readonly Source[] = ["object", "pods", "resource", "containerResource", "external"];

/** The target or the current value of a metric. */
type Role = "target" | "current";

interface Spelling {
  readonly toV1: (source: Values, role: Role) => Values;
  readonly fromV1: (source: Values, role: Role) => Values;
}

const spellings: Readonly<Record<Source, Spelling>> = {
  object: {
    toV1: ({ describedObject, metric, ...rest }, role) => {
      const { value, averageValue } = parts(rest[role]);
      const { name, selector } = parts(metric);
      return { target: describedObject, metricName: name, [`${role}Value`]: value ?? "0", selector, averageValue };
    },
    fromV1: ({ target, metricName, selector, averageValue, ...rest }, role) => ({
      describedObject: target,
      [role]: measureOf(role, averageValue === undefined ? "Value" : "AverageValue", {
        value: rest[`${role}Value`],
        averageValue,
      }),
      metric: set({ name: metricName, selector }),
    }),
  },
  pods: {
    toV1: ({ metric, ...rest }, role) => {
      const { name, selector } = parts(metric);
      return { metricName: name, [`${role}AverageValue`]: parts(rest[role])["averageValue"] ?? "0", selector };
    },
    fromV1: ({ metricName, selector, ...rest }, role) => ({
      metric: set({ name: metricName, selector }),
      [role]: measureOf(role, "AverageValue", { averageValue: rest[`${role}AverageValue`] }),
    }),
  },
  resource: { toV1: usageToV1, fromV1: usageFromV1 },
  containerResource: {
    toV1: (source, role) => ({ ...usageToV1(source, role), container: source["container"] }),
    fromV1: (source, role) => ({ ...usageFromV1(source, role), container: source["container"] }),
  },
  external: {
    toV1: ({ metric, ...rest }, role) => {
      const { name, selector } = parts(metric);
      const { value, averageValue } = parts(rest[role]);
      return {
        metricName: name,
        metricSelector: selector,
        [`${role}Value`]: role === "current" ? (value ?? "0") : value,
        [`${role}AverageValue`]: averageValue,
      };
    },
    fromV1: ({ metricName, metricSelector, ...rest }, role) => {
      const [value, averageValue] = [rest[`${role}Value`], rest[`${role}AverageValue`]];
      return {
        metric: set({ name: metricName, selector: metricSelector }),
        [role]: measureOf(role, value === undefined ? "AverageValue" : "Value", { value, averageValue }),
      };
    },
  },
};

function usageToV1(source: Values, role: Role): Values {
  const { averageUtilization, averageValue } = parts(source[role]);
  return {
    name: source["name"],
    [`${role}AverageUtilization`]: averageUtilization,
    [`${role}AverageValue`]: role === "current" ? (averageValue ?? "0") : averageValue,
  };
}

function usageFromV1(source: Values, role: Role): Values {
  const averageUtilization = source[`${role}AverageUtilization`];
  const averageValue = source[`${role}AverageValue`];
  const type = averageUtilization === undefined ? "AverageValue" : "Utilization";
  return { name: source["name"], [role]: measureOf(role, type, { averageUtilization, averageValue }) };
}

/** The member that holds a target depends on the target's type. */
function measureOf(role: Role, type: string, values: Values): Values {
  const { value, averageValue, ...rest } = values;
  const amounts = { ...rest, value: amountOf(value), averageValue: amountOf(averageValue) };
  return set(role === "target" ? { type, ...amounts } : amounts);
}

/** Annotations are not validated: a malformed amount counts as absent. */
function amountOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && parseQuantity(text) !== undefined ? text : undefined;
}

export function metricToV1(metric: Metric, role: Role): Metric {
  return converted(metric, (name, source) => spellings[name].toV1(source, role));
}

export function metricFromV1(metric: Metric, role: Role): Metric {
  return converted(metric, (name, source) => spellings[name].fromV1(source, role));
}

function converted(metric: Metric, convert: (name: Source, source: Values) => Values): Metric {
  const converted = sources.flatMap((name) => {
    const source = metric[name];
    return isValues(source) ? [[name, set(convert(name, source))] as const] : [];
  });
  return { type: metric.type ?? "", ...Object.fromEntries(converted) };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parts(value: unknown): Values {
  return isValues(value) ? value : {};
}

/** Removes absent members. */
function set(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
