/** A document's status and bytes. */
export interface HttpDocument {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Reads a document over HTTPS. Redirects must be returned as responses: following one would let an
 * issuer choose which server is contacted. Time and size are bounded.
 * @throws {Error} when there is no response in time, or one beyond the bound
 */
export type HttpsGet = (url: string) => Promise<HttpDocument>;
