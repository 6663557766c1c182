import { dns1035Label } from "@svc/meta";
import type { apiextensionsv1 } from "@svc/types";
import { type Check, each, members, named, needed } from "../common/check.ts";
import { whenSet } from "../common/when-set.ts";

type Names = apiextensionsv1.CustomResourceDefinitionNames;

const label: Check<string> = named(dns1035Label);
const kindName: Check<string> = (value, at) => {
  for (const problem of dns1035Label(value.toLowerCase()))
    at.invalid(value, `may have mixed case, but should otherwise match: ${problem}`);
};

const textNames = { plural: label, singular: label, kind: kindName, listKind: kindName };

const parts: Check<Names> = members<Names>({
  plural: whenSet(textNames.plural),
  singular: whenSet(textNames.singular),
  kind: whenSet(textNames.kind),
  listKind: whenSet(textNames.listKind),
  shortNames: each(label),
});

const categories = members<Names>({ categories: each(label) });

/** Names that are there are well-formed, and those of one object and of lists differ. */
export const someNames: Check<Names> = (names, at) => {
  parts(names, at);
  if ((names.kind ?? "") !== "" && names.kind === names.listKind)
    at.field("listKind").invalid(names.listKind, "kind and listKind may not be the same");
  categories(names, at);
};

const required: Check<Names> = members<Names>({
  plural: needed(),
  singular: needed(),
  kind: needed(),
  listKind: needed(),
});

/** As `someNames`, with all that are needed. */
export const allNames: Check<Names> = (names, at) => {
  required(names, at);
  someNames(names, at);
};
