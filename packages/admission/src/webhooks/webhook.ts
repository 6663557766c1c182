import type { ApiObject, LabelSelectorObject } from "@svc/meta";
import type { Compiled } from "../expressions/compiled-texts.ts";
import { compileConditions } from "../expressions/match-conditions.ts";
import type { MatchCondition, ResourceRule } from "../match-spec.ts";
import { type MatchCriteria, matchCriteria } from "../matching/match-criteria.ts";
import type { Match } from "../matching/match-index.ts";

/** The address of a webhook: a URL, or a service with a path. */
export interface WebhookClient {
  readonly url?: string;
  readonly service?: {
    readonly name: string;
    readonly namespace: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** PEM in base64. */
  readonly caBundle?: string;
}

/** A webhook as its configuration declares it; absent fields have their defaults. */
export interface WebhookSpec {
  readonly name: string;
  readonly clientConfig: WebhookClient;
  readonly rules?: readonly ResourceRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchConditions?: readonly MatchCondition[];
  readonly reinvocationPolicy?: string;
}

/** One webhook of a configuration, compiled. */
export interface Webhook {
  readonly name: string;
  readonly configuration: string;
  /** Its position among the webhooks of all configurations. */
  readonly index: number;
  readonly client: WebhookClient;
  readonly criteria: MatchCriteria;
  readonly conditions: readonly Compiled[];
  readonly ignoresFailures: boolean;
  readonly timeoutSeconds: number;
  readonly hasSideEffects: boolean;
  readonly reviewVersion: string;
  readonly isReinvoked: boolean;
}

/** A webhook whose rules take a request. */
export type WebhookMatch = Match<Webhook>;

/** The versions of reviews that this server supports. */
const reviewVersions: readonly string[] = ["v1", "v1beta1"];

/** The webhooks of all configurations: configurations by name, webhooks in their order. */
export function webhooksOf(configurations: readonly ApiObject[]): readonly Webhook[] {
  const sorted = [...configurations].sort((a, b) =>
    Buffer.compare(Buffer.from(a.metadata.name ?? ""), Buffer.from(b.metadata.name ?? "")),
  );
  const specs = sorted.flatMap((configuration) =>
    ((configuration as { readonly webhooks?: readonly WebhookSpec[] }).webhooks ?? []).map((spec) => ({
      spec,
      configuration: configuration.metadata.name ?? "",
    })),
  );
  return specs.map(({ spec, configuration }, index) => webhookOf(spec, configuration, index));
}

function webhookOf(spec: WebhookSpec, configuration: string, index: number): Webhook {
  const { name, clientConfig, matchConditions = [], admissionReviewVersions = [], timeoutSeconds = 10 } = spec;
  return {
    name,
    configuration,
    index,
    client: clientConfig,
    criteria: matchCriteria(spec),
    conditions: compileConditions(matchConditions),
    ignoresFailures: spec.failurePolicy === "Ignore",
    timeoutSeconds,
    hasSideEffects: spec.sideEffects !== "None" && spec.sideEffects !== "NoneOnDryRun",
    reviewVersion: admissionReviewVersions.find((version) => reviewVersions.includes(version)) ?? "v1",
    isReinvoked: spec.reinvocationPolicy === "IfNeeded",
  };
}
