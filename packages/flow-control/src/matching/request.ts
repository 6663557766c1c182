/** The attributes of a request that flow schemas match. `RequestInfo` of `@svc/server` fits. */
export interface RequestToMatch {
  readonly verb: string;
  readonly isResource: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster scope. */
  readonly namespace: string;
  readonly path: string;
}

/** The user that sent it. */
export interface UserToMatch {
  readonly name: string;
  readonly groups: readonly string[];
}
