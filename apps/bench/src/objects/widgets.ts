import type { Dialect } from "@svc/meta";

/** The type that scenarios of extension types work with. */
export const widgetGroup = "bench.example.com";

export function widgetsOf(namespace: string): string {
  return `/apis/${widgetGroup}/v1/namespaces/${namespace}/widgets`;
}

const sections = 20;
const fieldsPerSection = 9;

/**
 * A definition whose schema is about 30 KB of JSON and has 20 rules.
 * @param plural names the type, so that one server can have many of them @default widgets
 */
export function widgetDefinition(dialect: Dialect, plural = "widgets"): string {
  const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1)}Kind`;
  const properties = Object.fromEntries(
    Array.from({ length: sections }, (_, i) => [sectionName(i), sectionSchema(dialect, i)]),
  );
  const spec = { type: "object", properties, required: [sectionName(0)] };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  return JSON.stringify({
    apiVersion: `${dialect.expand("apiextensions.{api}")}/v1`,
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${widgetGroup}` },
    spec: {
      group: widgetGroup,
      scope: "Namespaced",
      names: { plural, kind: plural === "widgets" ? "Widget" : kind },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
}

function sectionName(index: number): string {
  return `section${index}`;
}

function sectionSchema(dialect: Dialect, index: number): object {
  const setting = (i: number): object => ({
    type: "string",
    maxLength: 256,
    pattern: "^[a-z0-9.:= -]*$",
    description: `Setting ${i} of section ${index}, which the controller hands to the program.`,
  });
  const settings = Array.from({ length: fieldsPerSection - 4 }, (_, i) => [`setting${i}`, setting(i)]);
  return {
    type: "object",
    description: `What the program does in part ${index}.`,
    properties: {
      ...Object.fromEntries(settings),
      mode: { type: "string", enum: ["auto", "manual", "off"], default: "auto", description: "Who decides." },
      low: { type: "integer", minimum: 0, description: "The least number of replicas of this part." },
      high: { type: "integer", minimum: 0, description: "The largest number of replicas of this part." },
      weights: {
        type: "array",
        maxItems: 16,
        items: { type: "integer" },
        description: "Shares of the load, in the order of the zones.",
      },
    },
    [`${dialect.extensionPrefix}validations`]: [
      {
        rule: "(!has(self.low) || !has(self.high) || self.low <= self.high) && (!has(self.weights) || self.weights.all(w, w >= 0))",
        message: "low must not exceed high, and no weight may be negative",
      },
    ],
  };
}

interface WidgetParts {
  /** Of the JSON as it is sent, about. */
  readonly bytes: number;
  readonly resourceVersion?: string;
  /** @default 0 */
  readonly count?: number;
  /**
   * How many parts have something in them: each brings a rule to life, and 80 bytes of owned
   * fields. @default all
   */
  readonly filled?: number;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Of an object that is as long, with the owners of its fields, as a stored ConfigMap of 2 KB is
 * with its own: reads and events of the two can be compared.
 */
export const readWidget: Pick<WidgetParts, "bytes" | "filled"> = { bytes: 1_540, filled: 2 };

/** About what a section takes besides its text, and a setting can hold. */
const sectionBytes = 80;
const maxSettingChars = 256;

/** The JSON of an object. */
export function widget(name: string, parts: WidgetParts): string {
  const { bytes, resourceVersion, annotations, count = 0, filled = sections } = parts;
  const chars = Math.max(1, Math.floor((bytes - sectionBytes * filled) / filled));
  const settings = Object.fromEntries(
    Array.from({ length: Math.ceil(chars / maxSettingChars) }, (_, i) => [
      `setting${i}`,
      "a".repeat(Math.min(maxSettingChars, chars - i * maxSettingChars)),
    ]),
  );
  const section = (i: number): object => ({
    ...settings,
    mode: i % 2 === 0 ? "auto" : "manual",
    low: i === 0 ? count : i,
    high: i === 0 ? count + 1 : i + 5,
    weights: [1, 2, 3],
  });
  return JSON.stringify({
    apiVersion: `${widgetGroup}/v1`,
    kind: "Widget",
    metadata: {
      name,
      labels: { app: "bench", part: `p${name.length % 7}` },
      ...(annotations === undefined ? {} : { annotations }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    spec: Object.fromEntries(Array.from({ length: filled }, (_, i) => [sectionName(i), section(i)])),
  });
}
