import type { HttpRequest } from "./http/exchange.ts";
import type { RequestInfo } from "./request-info.ts";

export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** What is known of a request, growing from stage to stage. */
export interface RequestState {
  readonly request: HttpRequest;
  readonly info: RequestInfo;
  readonly auditId: string;
  /** Who asks; set by authentication, replaced by impersonation. */
  user: User;
  /** Who really asks, when `user` is impersonated. */
  realUser: User | undefined;
  /** Texts for `Warning` headers, each once. */
  readonly warnings: Set<string>;
}

export const nobody: User = { name: "", uid: "", groups: [], extra: {} };
