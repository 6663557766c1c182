import type { JsonValue } from "@svc/meta";

/** Whether an exec plugin needs a terminal. */
export type InteractiveMode = "Never" | "IfAvailable" | "Always";

/** Exec plugin of a kubeconfig. */
export interface ExecConfig {
  /** Absolute path, or a name that is looked up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** `client.authentication.…/v1` or `…/v1beta1`. */
  readonly apiVersion: string;
  readonly interactiveMode: InteractiveMode;
  /** Instructions for the error message if the program isn't installed. */
  readonly installHint?: string;
  /** Cluster data that the plugin receives. @default none */
  readonly cluster?: ExecCluster;
}

/** Field `spec.cluster` of the plugin's input. */
export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  /** Plugin configuration in the cluster entry of the kubeconfig. */
  readonly config?: JsonValue;
}
