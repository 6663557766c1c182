import { type AddFlag, duration, list, type OptionType } from "@svc/program";

/** Flags of the authorization of requests. Undefined if not given. */
export interface AuthorizationFlags {
  /** @default Node, RBAC */
  readonly authorizationMode?: readonly string[];
  readonly authorizationConfig?: string;
  readonly authorizationPolicyFile?: string;
  readonly authorizationWebhookConfigFile?: string;
  /** @default v1beta1 */
  readonly authorizationWebhookVersion?: string;
  /** Milliseconds. @default 5 minutes */
  readonly authorizationWebhookCacheAuthorizedTtl?: number;
  /** Milliseconds. @default 30 s */
  readonly authorizationWebhookCacheUnauthorizedTtl?: number;
}

export function addAuthorizationFlags(add: AddFlag): void {
  add(
    "--authorization-mode <modes>",
    "comma-separated authorizers in order: AlwaysAllow, AlwaysDeny, ABAC, RBAC, Node, Webhook (default: Node,RBAC)",
    given(list([])),
  );
  add(
    "--authorization-config <path>",
    "file with an AuthorizationConfiguration, instead of the other flags; reloaded on change",
  );
  add("--authorization-policy-file <path>", "file with the policies of ABAC, one JSON object per line");
  add(
    "--authorization-webhook-config-file <path>",
    "kubeconfig with the URL and the credentials of the SubjectAccessReview webhook",
  );
  add(
    "--authorization-webhook-version <version>",
    "API version of the SubjectAccessReviews, v1 or v1beta1 (default: v1beta1)",
  );
  add(
    "--authorization-webhook-cache-authorized-ttl <duration>",
    "time for which allowed requests are cached (default: 5m)",
    given(duration("5m")),
  );
  add(
    "--authorization-webhook-cache-unauthorized-ttl <duration>",
    "time for which other responses are cached (default: 30s)",
    given(duration("30s")),
  );
}

/** Removes the default, so that a flag that is given can be distinguished from its default. */
function given(shape: OptionType): OptionType {
  return (option) => shape(option).default(undefined);
}
