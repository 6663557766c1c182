import { type Codec, createCodec } from "@svc/codec";
import { type ApiObject, formatApiVersion, matchesFields, matchesLabels, notFound } from "@svc/meta";
import { type ObjectReader, StoredObject } from "@svc/registry";
import { type ExtensionContext, offersOf, type Route, type SubresourceHandler } from "@svc/server";
import type { Component } from "../options/component.ts";

/** `componentstatuses`: the current health of the server's components. */
export function componentStatuses(
  { requests }: ExtensionContext,
  components: readonly Component[],
): SubresourceHandler {
  const codec = createCodec();
  return async (state, route) => {
    const form = requests.form(state, offersOf(route));
    if (route.verb === "get") {
      const component = components.find(({ name }) => name === route.name);
      if (component === undefined) throw notFound({ group: "", resource: "componentstatus", name: route.name ?? "" });
      return requests.objectResponse(state, route, { form, stored: await statusOf(codec, route, component) });
    }
    const { labels, fields } = requests.listQuery(state, route);
    const all = await Promise.all(components.map((component) => statusOf(codec, route, component)));
    const items = all.filter(
      (item) => matchesLabels(labels, item.labels) && matchesFields(fields, (field) => item.fieldValue(field)),
    );
    return requests.listResponse(state, route, { items, metadata: {}, form });
  };
}

/** Made like an object that is stored, so that it can be written in every form. */
async function statusOf(codec: Codec, { endpoint }: Route, component: Component): Promise<StoredObject> {
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
  return new StoredObject({
    key: name,
    revision: 0,
    reader,
    span: { block: { buffer }, start: 0, end: buffer.length },
  });
}
