import type { JsonValue } from "@svc/meta";

export type InteractiveMode = "Never" | "IfAvailable" | "Always";

/** A program that gives credentials, as a kubeconfig names it. */
export interface ExecConfig {
  /** An absolute path, or a bare name that is looked up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** `client.authentication.…/v1` or `…/v1beta1`. */
  readonly apiVersion: string;
  readonly interactiveMode: InteractiveMode;
  /** What to tell whoever has not installed the program. */
  readonly installHint?: string;
  /** What the program is told of the cluster. @default nothing */
  readonly cluster?: ExecCluster;
}

/** `spec.cluster` of what the program is given. */
export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  /** What the cluster's entry in the kubeconfig says to this program. */
  readonly config?: JsonValue;
}
