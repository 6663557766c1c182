import type { Controller } from "./controllers/controller.ts";
import type { PostStartStep } from "./controllers/post-start.ts";
import type { ExtensionGroups } from "./discovery/extension-groups.ts";
import { type ExtensionContext, type ExtensionPath, joinMaps, type ServerExtension } from "./extension.ts";
import type { HealthCheck } from "./health/health.ts";
import type { SubresourceHandler } from "./request/handlers.ts";
import type { PlacedStage } from "./request/stage.ts";

/** The contributions of all extensions, once the registry is open, in their order. */
export interface ExtensionParts {
  readonly controllers: readonly Controller[];
  readonly postStart: readonly PostStartStep[];
  readonly checks: readonly HealthCheck[];
  readonly checkOrder: readonly string[];
  /** By the name of the extension. */
  readonly paths: readonly (readonly [extension: string, paths: ReadonlyMap<string, ExtensionPath>])[];
  readonly subresources: ReadonlyMap<string, SubresourceHandler>;
  readonly groups: readonly ExtensionGroups[];
  readonly stages: readonly PlacedStage[];
}

/**
 * Creates the contributions of each extension.
 * @throws {TypeError} for a subresource that two of them have
 */
export function extensionParts(extensions: readonly ServerExtension[], context: ExtensionContext): ExtensionParts {
  const health = extensions.flatMap((extension) => extension.health?.(context) ?? []);
  return {
    controllers: extensions.flatMap((extension) => extension.controllers?.(context) ?? []),
    postStart: extensions.flatMap((extension) => extension.postStart?.(context) ?? []),
    checks: health.flatMap(({ checks = [] }) => checks),
    checkOrder: health.flatMap(({ order = [] }) => order),
    paths: extensions.map(({ name, paths }) => [name, paths?.(context) ?? new Map()] as const),
    subresources: joinMaps(
      "handlers",
      extensions.map(({ name, subresources }) => [name, subresources?.(context) ?? new Map()] as const),
    ),
    groups: extensions.flatMap((extension) => extension.groups?.(context) ?? []),
    stages: extensions.flatMap((extension) => extension.stages?.(context) ?? []),
  };
}
