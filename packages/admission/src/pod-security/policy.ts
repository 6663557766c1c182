import { type Dialect, type FieldError, invalid } from "@svc/meta";

export const levels = ["privileged", "baseline", "restricted"] as const;
export type Level = (typeof levels)[number];

/** A level as one version of the standards defines it. */
export interface Policy {
  readonly level: Level;
  /** As it was asked for: `latest`, `v1.20`. */
  readonly version: string;
}

export interface Policies {
  readonly enforce: Policy;
  readonly warn: Policy;
}

type Labels = Readonly<Record<string, string>>;

const anything: Policy = { level: "privileged", version: "latest" };
const modes = ["enforce", "audit", "warn"] as const;
const longestMinor = 9;

/** The names of the labels by which namespaces ask for policies. */
export interface PolicyLabels {
  policiesOf(labels: Labels | undefined): Policies;
  /** What is wrong with the labels of a namespace, that was not wrong before. */
  problems(labels: Labels | undefined, before: Labels | undefined): readonly FieldError[];
}

export function policyLabels(dialect: Dialect): PolicyLabels {
  const prefix = dialect.expand("pod-security.{labels}/");
  // What nobody can read must not let anything through, nor trouble anybody who is only to be warned.
  const enforced = (labels: Labels): Policy => ({
    level: levelOf(labels[`${prefix}enforce`], "restricted") ?? anything.level,
    version: versionOf(labels[`${prefix}enforce-version`]) ?? anything.version,
  });
  return {
    policiesOf: (labels = {}) => {
      const enforce = enforced(labels);
      const level = levelOf(labels[`${prefix}warn`], "privileged");
      const asked = versionOf(labels[`${prefix}warn-version`]);
      const follows = level === undefined && enforce.level !== "privileged";
      const warn = {
        level: level ?? enforce.level,
        version: asked ?? (follows ? enforce.version : anything.version),
      };
      return { enforce, warn };
    },
    problems: (labels = {}, before = {}) =>
      modes.flatMap((mode) => {
        const fresh = (name: string, isValid: (text: string) => boolean, told: string): readonly FieldError[] => {
          const value = labels[name];
          if (value === undefined || isValid(value) || before[name] === value) return [];
          return [invalid(`metadata.labels[${name}]`, value, told)];
        };
        return [
          ...fresh(`${prefix}${mode}`, isLevel, `must be one of ${levels.join(", ")}`),
          ...fresh(`${prefix}${mode}-version`, isVersion, 'must be "latest" or "v1.x"'),
        ];
      }),
  };
}

function isLevel(text: string): text is Level {
  return (levels as readonly string[]).includes(text);
}

function isVersion(text: string): boolean {
  return text === "latest" || (/^v1\.(0|[1-9]\d*)$/.test(text) && text.length <= longestMinor);
}

function levelOf(text: string | undefined, otherwise: Level): Level | undefined {
  if (text === undefined) return undefined;
  return isLevel(text) ? text : otherwise;
}

/** What nobody can read is as if it were not there. */
function versionOf(text: string | undefined): string | undefined {
  return text !== undefined && isVersion(text) ? text : undefined;
}

/** The minor version of the standards; those to come are the latest. */
export function minorOf({ version }: Policy): number {
  return version === "latest" ? Number.POSITIVE_INFINITY : Number(version.slice("v1.".length));
}

export function isStricter(a: Policy, b: Policy): boolean {
  return levels.indexOf(a.level) > levels.indexOf(b.level);
}

export function samePolicy(a: Policy, b: Policy): boolean {
  return a.level === b.level && a.version === b.version;
}

export function policyText({ level, version }: Policy): string {
  return `${level}:${version}`;
}
