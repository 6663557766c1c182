import { type ApiObject, formatApiVersion, matchesFields, matchesLabels, notFound } from "@svc/meta";
import { type ObjectReader, StoredObject } from "@svc/registry";
import type { Slice } from "@svc/watch";
import type { SubresourceHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";
import type { Route } from "../resources/endpoint.ts";
import { parseListQuery } from "../resources/query.ts";
import { checkList, checkWatchable, listAnswer, objectAnswer, offersOf } from "../resources/read.ts";

/** Something that the control plane is made of. */
export interface Component {
  readonly name: string;
  /** What is wrong with it; undefined where nothing is. */
  readonly problem: () => Promise<string | undefined>;
}

/** `componentstatuses`: how those that the server knows of are, as it finds them when somebody asks. */
export function componentStatuses(parts: ServerParts, components: readonly Component[]): SubresourceHandler {
  return async (state, route) => {
    const { query } = state.info;
    const form = parts.negotiator.form(state.request, query, offersOf(route));
    if (route.verb === "get") {
      const component = components.find(({ name }) => name === route.name);
      if (component === undefined) throw notFound({ group: "", resource: "componentstatus", name: route.name ?? "" });
      return objectAnswer(parts, state, route, form, await statusOf(parts, route, component), 200);
    }
    const list = { ...parseListQuery(query), watch: route.verb === "watch" };
    checkList(parts, list);
    if (list.watch) checkWatchable(route);
    const { labels, fields } = list;
    const all = await Promise.all(components.map((component) => statusOf(parts, route, component)));
    const items = all.filter(
      (item) => matchesLabels(labels, item.labels) && matchesFields(fields, (field) => item.fieldValue(field)),
    );
    const runs: readonly Slice<StoredObject>[] =
      items.length === 0 ? [] : [{ chunk: undefined, items, from: 0, to: items.length }];
    return listAnswer(parts, state, route, { runs, metadata: {}, form });
  };
}

/** Made like an object that is stored, so that it can be written in every form. */
async function statusOf({ codec }: ServerParts, { endpoint }: Route, component: Component): Promise<StoredObject> {
  const { name, problem } = component;
  const why = await problem();
  const condition = { type: "Healthy", status: why === undefined ? "True" : "False", message: why ?? "ok" };
  const object = { metadata: { name }, conditions: [condition] } as unknown as ApiObject;
  const reader: ObjectReader = {
    prefix: "",
    namespaced: false,
    apiVersion: formatApiVersion(endpoint.version),
    objectOf: () => object,
    renew: () => ({}),
    fieldsOf: () => ({ "metadata.name": name }),
  };
  const buffer = codec.encodeJson(object, endpoint.version, {});
  return new StoredObject({ key: name, revision: 0, reader, span: { room: { buffer }, start: 0, end: buffer.length } });
}
