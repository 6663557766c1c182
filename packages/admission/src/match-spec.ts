import type { LabelSelectorObject } from "@svc/meta";

/** Which requests something is about. A list with `*` takes anything. */
export interface ResourceRule {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly operations?: readonly string[];
  /**
   * `pods`, `pods/status`, `pods/*`, `*` for every resource, `*` and a slash and `*` with
   * subresources.
   */
  readonly resources?: readonly string[];
  /** @default "*" */
  readonly scope?: string;
  /** @default every name */
  readonly resourceNames?: readonly string[];
}

/** The requests that a webhook or a policy matches. */
export interface MatchSpec {
  readonly rules?: readonly ResourceRule[] | undefined;
  /** The excluded resources. @default none */
  readonly excludeRules?: readonly ResourceRule[] | undefined;
  /** @default "Equivalent" */
  readonly matchPolicy?: string | undefined;
  readonly namespaceSelector?: LabelSelectorObject | undefined;
  readonly objectSelector?: LabelSelectorObject | undefined;
}

/** An expression that is to be true for the requests that are matched. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** The requests that a step handles, in the terms of webhook configurations and policies. */
export interface StepMatch extends MatchSpec {
  /** All have to hold. A condition that can't be evaluated refuses the request. */
  readonly matchConditions?: readonly MatchCondition[];
}
