import type { FieldOwnership } from "@svc/apply";
import type { Codec } from "@svc/codec";
import type { Environment } from "@svc/registry";

/** The parts that a whole server shares and that depend on nothing else. */
export interface ServerEnvironment extends Environment {
  readonly codec: Codec;
  readonly ownership: FieldOwnership;
  /** `host:port` of the server; undefined for that of each request. */
  readonly externalAddress: string | undefined;
}
