/** A document's status and bytes. */
export interface HttpDocument {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Reads a document over HTTPS. Redirects must be returned as responses: following one would let an
 * issuer choose whom the server asks. It bounds the time and the bytes.
 * @throws {Error} when there is no response in time, or one that is too long
 */
export type HttpsGet = (url: string) => Promise<HttpDocument>;
