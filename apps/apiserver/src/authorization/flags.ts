import { duration, list, type Shape } from "../flag-shapes.ts";

/** Who may what. What nobody gave is undefined where it matters whether it was given. */
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

type Add = (flags: string, description: string, shape?: Shape) => void;

export function addAuthorizationFlags(add: Add): void {
  add(
    "--authorization-mode <modes>",
    "whom to ask, comma-separated, in order: AlwaysAllow, AlwaysDeny, ABAC, RBAC, Node, Webhook (default: Node,RBAC)",
    given(list([])),
  );
  add(
    "--authorization-config <path>",
    "an AuthorizationConfiguration, in place of the other flags; read again on change",
  );
  add("--authorization-policy-file <path>", "the policies of mode ABAC: one JSON object a line");
  add("--authorization-webhook-config-file <path>", "a kubeconfig that says whom mode Webhook asks");
  add("--authorization-webhook-version <version>", "of the reviews it is sent: v1 or v1beta1 (default: v1beta1)");
  add(
    "--authorization-webhook-cache-authorized-ttl <duration>",
    "how long its approvals are remembered (default: 5m)",
    given(duration("5m")),
  );
  add(
    "--authorization-webhook-cache-unauthorized-ttl <duration>",
    "how long its other answers are remembered (default: 30s)",
    given(duration("30s")),
  );
}

/** The same form without a value of its own. */
function given(shape: Shape): Shape {
  return (option) => shape(option).default(undefined);
}
