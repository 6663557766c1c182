import { type NameRule, pathSegment } from "@svc/meta";
import type { DeletionStrategy, Strategy } from "@svc/schema";

/** A part of a strategy; what it omits is generic. */
export type KindStrategy = Partial<Strategy>;

export const returnsObject: KindStrategy = { deletion: { returnsObject: true } };
export const orphansDependents: DeletionStrategy = { dependents: "orphan" };
/** Names that need only be one segment of a path. */
export const freeName: KindStrategy = { nameRule: pathSegment };
export const rbacKind: KindStrategy = { ...freeName, metadataChecks: { onUpdate: ["object", "object", "change"] } };
/** Any name: the kind's own validation checks names. */
export const anyName: NameRule = () => [];
/** Which checks of metadata kinds make of an update, where they are not the usual ones. */
export const checksChangeOnly: KindStrategy = { metadataChecks: { onUpdate: ["change"] } };
export const checksObjectOnly: KindStrategy = { metadataChecks: { onUpdate: ["object"] } };
export const checksObjectFirst: KindStrategy = { metadataChecks: { onUpdate: ["object", "change"] } };
export const checksObjectTwice: KindStrategy = { metadataChecks: { onUpdate: ["object", "object"] } };
export const checksNothing: KindStrategy = { metadataChecks: { onCreate: "none", onUpdate: [] } };
/** Kinds that take any qualified name for a finalizer. */
export const anyFinalizer = { finalizers: "qualified" } as const;
export const checksAnyFinalizer: KindStrategy = { metadataChecks: { onUpdate: ["object"], ...anyFinalizer } };
export const checksChangeAnyFinalizer: KindStrategy = { metadataChecks: { onUpdate: ["change"], ...anyFinalizer } };
/** They have no spec: all of them counts. */
export const webhooks: KindStrategy = { ...checksAnyFinalizer, generation: "webhooks" };
