import { type Dialect, type FieldError, invalid } from "@svc/meta";

export const levels = ["privileged", "baseline", "restricted"] as const;
export type Level = (typeof levels)[number];

/** A level as one version of the standards defines it. */
export interface Policy {
  readonly level: Level;
  /** The version in the label: `latest`, `v1.20`. */
  readonly version: string;
}

/** The policies for rejection, audit annotations and warnings. */
export interface Policies {
  readonly enforce: Policy;
  readonly audit: Policy;
  readonly warn: Policy;
}

type Labels = Readonly<Record<string, string>>;

/** The policies of a namespace without labels. */
export const noPolicies: Policies = {
  enforce: { level: "privileged", version: "latest" },
  audit: { level: "privileged", version: "latest" },
  warn: { level: "privileged", version: "latest" },
};

/** The modes of policies, in the order in which messages list them. */
export const modes = ["enforce", "audit", "warn"] as const;
const longestMinor = 9;

/** True for policies that allow everything. */
export function isUnrestricted(policies: Policies): boolean {
  return modes.every((mode) => policies[mode].level === "privileged");
}

/** The names of the labels by which namespaces ask for policies. */
export interface PolicyLabels {
  policiesOf(labels: Labels | undefined): Policies;
  /** Problems of a namespace's labels that its old labels did not have. */
  problems(labels: Labels | undefined, before: Labels | undefined): readonly FieldError[];
  /** The policies that labels ask for, in words; empty where they ask for nothing. */
  shownPolicy(labels: Labels | undefined): string;
}

export function policyLabels(dialect: Dialect, defaults: Policies): PolicyLabels {
  const prefix = dialect.expand("pod-security.{labels}/");
  const policyOf = (labels: Labels, mode: keyof Policies, otherwise: Policy): Policy => ({
    // An unreadable level must not allow anything, nor cause audit entries or warnings.
    level: levelOf(labels[prefix + mode], mode === "enforce" ? "restricted" : "privileged") ?? otherwise.level,
    version: versionOf(labels[`${prefix}${mode}-version`]) ?? otherwise.version,
  });
  const policiesOf = (labels: Labels = {}): Policies => {
    const enforce = policyOf(labels, "enforce", defaults.enforce);
    // Without a `warn` label, a stricter `enforce` policy is also the policy of warnings.
    const follows = labels[`${prefix}enforce`] !== undefined && isStricter(enforce, defaults.warn);
    const audit = policyOf(labels, "audit", defaults.audit);
    const mayFollow = follows && labels[`${prefix}warn`] === undefined;
    return { enforce, audit, warn: policyOf(labels, "warn", mayFollow ? enforce : defaults.warn) };
  };
  return {
    policiesOf,
    problems: (labels = {}, before = {}) =>
      modes.flatMap((mode) => {
        const fresh = (name: string, isValid: (text: string) => boolean, message: string): readonly FieldError[] => {
          const value = labels[name];
          if (value === undefined || isValid(value) || before[name] === value) return [];
          return [invalid(`metadata.labels[${name}]`, value, message)];
        };
        return [
          ...fresh(prefix + mode, isLevel, levelProblem),
          ...fresh(`${prefix}${mode}-version`, isVersion, versionProblem),
        ];
      }),
    shownPolicy: (labels = {}) => {
      const policies = policiesOf(labels);
      return modes
        .filter((mode) => labels[prefix + mode] !== undefined && policies[mode].level !== "privileged")
        .map((mode) => `${mode}=${policyText(policies[mode])}`)
        .join(", ");
    },
  };
}

export const levelProblem: string = `must be one of ${levels.join(", ")}`;
export const versionProblem = 'must be "latest" or "v1.x"';

export function isLevel(text: string): text is Level {
  return (levels as readonly string[]).includes(text);
}

export function isVersion(text: string): boolean {
  return text === "latest" || (/^v1\.(0|[1-9]\d*)$/.test(text) && text.length <= longestMinor);
}

function levelOf(text: string | undefined, otherwise: Level): Level | undefined {
  if (text === undefined) return undefined;
  return isLevel(text) ? text : otherwise;
}

/** An unreadable version counts as absent. */
function versionOf(text: string | undefined): string | undefined {
  return text !== undefined && isVersion(text) ? text : undefined;
}

/** The minor version of the standards; a later one than the latest known counts as the latest. */
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
