import type { AdmissionOptions } from "@svc/admission-plugins";
import type { CallConversionWebhook } from "@svc/apiextensions";
import type { NodeGraph, Rbac } from "@svc/authz";
import type { Egress } from "@svc/http/client";
import type { Component } from "./component.ts";
import type { ServiceAccountTokens } from "./service-account-tokens.ts";

/** Options of {@link controlPlane}. Everything has a default. */
export interface ControlPlaneOptions {
  /**
   * Built-in admission steps that are not on by default, by name; the table in the README of
   * `@svc/admission` has all.
   */
  readonly enabledAdmission?: readonly string[];
  /** Built-in admission steps that are left out, by name. */
  readonly disabledAdmission?: readonly string[];
  /** Settings of single admission steps. */
  readonly admissionOptions?: AdmissionOptions;
  /**
   * The authorizer's roles and bindings. They follow the stored objects, and the default policy is
   * maintained.
   */
  readonly rbac?: Rbac;
  /**
   * The graph of the authorizer of nodes: it is kept up to date with the pods and volumes that are
   * stored.
   */
  readonly nodes?: NodeGraph;
  /** Issues tokens of service accounts. @default no tokens */
  readonly serviceAccountTokens?: ServiceAccountTokens;
  /** The audiences of tokens that name none. @default none */
  readonly apiAudiences?: readonly string[];
  /** The lifetime of events in seconds. @default 1 h */
  readonly eventTtlSeconds?: number;
  /** The addresses of services. @default 10.0.0.0/24 */
  readonly serviceClusterIpRange?: string;
  /** The ports of services on nodes. @default 30000-32767 */
  readonly serviceNodePortRange?: string;
  /** The port by which clients in the cluster reach this server. @default 6443 */
  readonly securePort?: number;
  /**
   * The IP address at which members of the cluster reach this server: an endpoint of the service
   * `kubernetes` as long as the server runs. @default none
   */
  readonly ownAddress?: string;
  /** The port on nodes of the service that is this server. @default none */
  readonly ownServiceNodePort?: number;
  /**
   * The name of this machine: with one, the server keeps a lease by which others see that it runs.
   * @default none
   */
  readonly hostname?: string;
  /** Components that `componentstatuses` lists besides the store. @default none */
  readonly components?: readonly Component[];
  /**
   * Opens the connections to webhooks, under the purposes `webhook` and `conversion`.
   * @default one that denies link-local, metadata and multicast addresses
   */
  readonly egress?: Egress;
  /**
   * Calls conversion webhooks of extension types.
   * @default over TLS, at the URL or the service of the definition
   */
  readonly callConversionWebhook?: CallConversionWebhook;
  /**
   * Type-checks the expressions of ValidatingAdmissionPolicies, and writes warnings into their
   * status. @default true
   */
  readonly checkPolicyTypes?: boolean | undefined;
  /** Creates the objects that a cluster needs at start. @default true */
  readonly bootstrap?: boolean;
}
