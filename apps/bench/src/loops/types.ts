import { requestBytes } from "../client/target.ts";
import { configMap, configMapsOf, itemName, namespaces } from "../objects/objects.ts";
import { widget, widgetsOf } from "../objects/widgets.ts";
import { type LoopScenario, type SourceContext, textAfter } from "./scenario.ts";

const items = widgetsOf(namespaces.items);
const written = widgetsOf(namespaces.written);
const bytes = 2048;

const get: LoopScenario = {
  name: "type-get",
  about: "one object of 2 KB of an extension type",
  connections: 16,
  source: ({ target, index }) => {
    const request = requestBytes(target, { method: "GET", path: `${items}/${itemName(index)}` });
    return () => request;
  },
};

const list: LoopScenario = {
  name: "type-list5000",
  about: "all 5,000 objects of 2 KB of an extension type, consistent",
  connections: 2,
  source: ({ target }) => {
    const request = requestBytes(target, { method: "GET", path: items });
    return () => request;
  },
};

const create: LoopScenario = {
  name: "type-create",
  about: "new objects of 2 KB of an extension type with a schema of 30 KB and 20 rules",
  connections: 64,
  source: ({ target, run, index }) => {
    let made = 0;
    return () =>
      requestBytes(target, {
        method: "POST",
        path: written,
        body: widget(`create-${run}-${index}-${made++}`, { bytes }),
      });
  },
};

function ownName({ run, index }: SourceContext): string {
  return `type-update-${run}-${index}`;
}

const update: LoopScenario = {
  name: "type-update",
  about: "PUT with the last resourceVersion of such an object, an object a connection",
  connections: 64,
  keepBytes: 4096,
  first: (context) =>
    requestBytes(context.target, { method: "POST", path: written, body: widget(ownName(context), { bytes }) }),
  source: (context) => {
    const name = ownName(context);
    let count = 0;
    return (last) => {
      const resourceVersion = last && textAfter(last, '"resourceVersion":"');
      const version = resourceVersion === undefined ? {} : { resourceVersion };
      const body = widget(name, { bytes, count: count++, ...version });
      return requestBytes(context.target, { method: "PUT", path: `${written}/${name}`, body });
    };
  },
};

/** An apply that changes one field, an object a connection. */
function applied(
  name: string,
  about: string,
  of: { readonly path: string; readonly body: (name: string, count: number) => string },
): LoopScenario {
  const request = ({ target, run, index }: SourceContext, count: number): Buffer => {
    const object = `${name}-${run}-${index}`;
    const path = `${of.path}/${object}?fieldManager=bench`;
    return requestBytes(target, {
      method: "PATCH",
      path,
      type: "application/apply-patch+yaml",
      body: of.body(object, count),
    });
  };
  return {
    name,
    about,
    connections: 16,
    first: (context) => request(context, 0),
    source: (context) => {
      let count = 1;
      return () => request(context, count++);
    },
  };
}

const apply = applied("type-apply", "server-side apply of such an object, one field changed", {
  path: written,
  body: (name, count) => widget(name, { bytes, count }),
});

const configApply = applied("config-apply", "the same of a ConfigMap of 2 KB", {
  path: configMapsOf(namespaces.written),
  body: (name, count) => configMap(name, { bytes, data: { count: String(count) } }),
});

export const typeScenarios: readonly LoopScenario[] = [get, list, create, update, apply, configApply];
