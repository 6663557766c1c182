import { itemsOf, membersOf } from "../backends/read-backend.ts";

interface AggregatedResource {
  readonly resource: string;
  readonly subresources: object[];
  readonly [field: string]: unknown;
}

/** The resources of an `APIResourceList` in the aggregated form, which nests subresources. */
export function aggregatedResources(rows: readonly unknown[]): readonly object[] {
  const found = new Map<string, AggregatedResource>();
  for (const row of rows.map(membersOf)) {
    const name = textOf(row["name"]);
    if (name !== "" && !name.includes("/")) found.set(name, { ...found.get(name), ...resourceOf(name, row) });
  }
  for (const row of rows.map(membersOf)) {
    const [resource = "", subresource = ""] = textOf(row["name"]).split("/", 2);
    if (resource === "" || subresource === "") continue;
    let parent = found.get(resource);
    if (parent === undefined) found.set(resource, (parent = parentOf(resource, row)));
    parent.subresources.push({ subresource, ...kindOf(row), verbs: itemsOf(row["verbs"]) });
  }
  return [...found.values()].map(({ subresources, ...rest }) =>
    subresources.length === 0 ? rest : { ...rest, subresources },
  );
}

type Row = Readonly<Record<string, unknown>>;

function resourceOf(resource: string, row: Row): AggregatedResource {
  const { verbs, shortNames, categories, singularName } = row;
  return {
    resource,
    ...kindOf(row),
    scope: scopeOf(row),
    singularResource: textOf(singularName),
    verbs: itemsOf(verbs),
    ...(itemsOf(shortNames).length === 0 ? {} : { shortNames }),
    ...(itemsOf(categories).length === 0 ? {} : { categories }),
    subresources: [],
  };
}

/** A resource of which only subresources are listed. */
function parentOf(resource: string, row: Row): AggregatedResource {
  const responseKind = { group: "", version: "", kind: "" };
  return { resource, responseKind, scope: scopeOf(row), singularResource: "", verbs: [], subresources: [] };
}

function scopeOf({ namespaced }: Row): string {
  return namespaced === true ? "Namespaced" : "Cluster";
}

function kindOf({ kind, group, version }: Row): { readonly responseKind?: object } {
  if (textOf(kind) === "") return {};
  return { responseKind: { group: textOf(group), version: textOf(version), kind } };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
