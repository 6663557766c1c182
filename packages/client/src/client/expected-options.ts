import {
  aBoolean,
  aNonNegativeNumber,
  anArray,
  anObject,
  aSignal,
  aString,
  type Expected,
  either,
  type OptionTable,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { Patch } from "./objects.ts";
import type {
  AllOptions,
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Selection,
  WatchOptions,
  WriteOptions,
} from "./options.ts";

const selection: OptionTable<Selection> = { labelSelector: optional(aString), fieldSelector: optional(aString) };
const getOptions: OptionTable<GetOptions> = { signal: optional(aSignal), resourceVersion: optional(aString) };
const readOptions: OptionTable<Pick<ListOptions, keyof AllOptions & keyof ListOptions>> = {
  ...selection,
  ...getOptions,
  resourceVersionMatch: optional(oneOf("Exact", "NotOlderThan")),
};
const writeOptions: OptionTable<WriteOptions> = {
  signal: optional(aSignal),
  dryRun: optional(aBoolean),
  fieldManager: optional(aString),
  fieldValidation: optional(oneOf("Ignore", "Warn", "Strict")),
};
const deleteOptions: OptionTable<DeleteOptions> = {
  signal: optional(aSignal),
  dryRun: optional(aBoolean),
  gracePeriodSeconds: optional(aNonNegativeNumber),
  propagationPolicy: optional(oneOf("Orphan", "Background", "Foreground")),
  preconditions: optional(anObject),
};

/** Expects the options of `get`, or none. */
export const expectedGetOptions: Expected<GetOptions | undefined> = optional(optionsOf<GetOptions>(getOptions));
/** Expects the options of `list`, or none. */
export const expectedListOptions: Expected<ListOptions | undefined> = optional(
  optionsOf<ListOptions>({ ...readOptions, limit: optional(aNonNegativeNumber), continue: optional(aString) }),
);
/** Expects the options of `all`, or none. */
export const expectedAllOptions: Expected<AllOptions | undefined> = optional(
  optionsOf<AllOptions>({ ...readOptions, pageSize: optional(aNonNegativeNumber) }),
);
/** Expects the options of `watch`. */
export const expectedWatchOptions: Expected<WatchOptions> = optionsOf<WatchOptions>({
  ...selection,
  signal: aSignal,
  resourceVersion: optional(aString),
  resourceVersionMatch: optional(oneOf("NotOlderThan")),
  sendInitialEvents: optional(aBoolean),
  allowWatchBookmarks: optional(aBoolean),
  timeoutSeconds: optional(aNonNegativeNumber),
});
/** Expects the options of `create`, `update` and `patch`, or none. */
export const expectedWriteOptions: Expected<WriteOptions | undefined> = optional(optionsOf<WriteOptions>(writeOptions));
/** Expects the options of `apply`. */
export const expectedApplyOptions: Expected<ApplyOptions> = optionsOf<ApplyOptions>({
  ...writeOptions,
  fieldManager: aString,
  force: optional(aBoolean),
});
/** Expects the options of `delete`, or none. */
export const expectedDeleteOptions: Expected<DeleteOptions | undefined> = optional(
  optionsOf<DeleteOptions>(deleteOptions),
);
/** Expects the options of `deleteCollection`, or none. */
export const expectedDeleteCollectionOptions: Expected<DeleteCollectionOptions | undefined> = optional(
  optionsOf<DeleteCollectionOptions>({ ...deleteOptions, ...selection, resourceVersion: optional(aString) }),
);
/** Expects a patch with its type. */
export const expectedPatch: Expected<Patch> = optionsOf<Patch>({
  type: oneOf("json", "merge", "strategic"),
  patch: either(anArray, anObject),
});
