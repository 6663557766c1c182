import { finishSteps } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { DeclaredType } from "./json/type-meta.ts";
import type { ObjectType } from "./object-type.ts";

/** A decoded object, and what a strict decoder would report of its body. */
export interface Decoded {
  readonly object: ApiObject;
  /** Errors of a strict decoder: unknown and repeated fields. */
  readonly strictErrors: readonly string[];
}

/** A body with a known kind and unchecked content. It can be decoded once. */
export interface Body extends DeclaredType {
  /** @throws {DecodeError} of stage `object` */
  decode(type: ObjectType): Decoded;
  /** Like `decode`, in interruptible steps. @throws {DecodeError} of stage `object` */
  decodeSteps(type: ObjectType): Generator<void, Decoded>;
}

/** A body that is decoded in steps or in one call. */
export function bodyOf(declared: DeclaredType, decodeSteps: Body["decodeSteps"]): Body {
  return { ...declared, decode: (type) => finishSteps(decodeSteps(type)), decodeSteps };
}
