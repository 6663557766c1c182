import { formatsLibrary } from "../libs/formats.ts";
import type { Library } from "../libs/library.ts";
import { cidrLibrary, ipLibrary } from "../libs/network.ts";
import { quantityLibrary } from "../libs/quantity.ts";
import { regexLibrary } from "../libs/regex.ts";
import { semverLibrary } from "../libs/semver.ts";
import { urlLibrary } from "../libs/url.ts";
import { wellKnownLibrary } from "../libs/well-known.ts";

/** A library, and the first minor version of clusters that have it. */
export type VersionedLibrary = readonly [since: number, library: () => Library];

/** Libraries of value types: well-known messages, and types that clusters add to the language. */
export const valueLibraries: readonly VersionedLibrary[] = [
  [0, wellKnownLibrary],
  [0, urlLibrary],
  [0, regexLibrary],
  [28, quantityLibrary],
  [30, () => ipLibrary({ mapped: "refuse" })],
  [30, cidrLibrary],
  [31, formatsLibrary],
  [33, semverLibrary],
];
