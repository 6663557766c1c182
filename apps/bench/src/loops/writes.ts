import { requestBytes } from "../client/target.ts";
import { configMap, configMapsOf, deployment, deployments, itemName, namespaces } from "../objects/objects.ts";
import { type LoopScenario, type SourceContext, textAfter } from "./scenario.ts";

const written = configMapsOf(namespaces.written);
const bytes = 2048;
const versionMark = '"resourceVersion":"';

export const create: LoopScenario = {
  name: "create",
  about: "new objects of 2 KB",
  connections: 64,
  source: ({ target, run, index }) => {
    let made = 0;
    return () => {
      const body = configMap(`create-${run}-${index}-${made++}`, { bytes });
      return requestBytes(target, { method: "POST", path: written, body });
    };
  },
};

/** The object that a connection has to itself. */
function own(
  scenario: string,
): Required<Pick<LoopScenario, "first">> & { readonly nameOf: (c: SourceContext) => string } {
  const nameOf = ({ run, index }: SourceContext): string => `${scenario}-${run}-${index}`;
  return {
    nameOf,
    first: (context) =>
      requestBytes(context.target, { method: "POST", path: written, body: configMap(nameOf(context), { bytes }) }),
  };
}

const updated = own("update");

export const update: LoopScenario = {
  name: "update",
  about: "PUT with the last resourceVersion, an object a connection",
  connections: 64,
  keepBytes: 4096,
  first: updated.first,
  source: (context) => {
    const name = updated.nameOf(context);
    let count = 0;
    return (last) => {
      const resourceVersion = last && textAfter(last, versionMark);
      const body = configMap(name, {
        bytes,
        data: { count: String(count++) },
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      });
      return requestBytes(context.target, { method: "PUT", path: `${written}/${name}`, body });
    };
  },
};

const patched = own("patch");

export const patch: LoopScenario = {
  name: "patch",
  about: "merge patch of one key, an object a connection",
  connections: 64,
  first: patched.first,
  source: (context) => {
    const path = `${written}/${patched.nameOf(context)}`;
    let count = 0;
    return () =>
      requestBytes(context.target, {
        method: "PATCH",
        path,
        type: "application/merge-patch+json",
        body: `{"data":{"count":"${count++}"}}`,
      });
  },
};

function applyRequest({ target, run, index }: SourceContext, setting: number): Buffer {
  const name = `apply-${run}-${index}`;
  const path = `${deployments}/${name}?fieldManager=bench`;
  const type = "application/apply-patch+yaml";
  return requestBytes(target, { method: "PATCH", path, type, body: deployment(name, setting) });
}

export const apply: LoopScenario = {
  name: "apply",
  about: "server-side apply of a Deployment of 5 KB, one setting changed, an object a connection",
  connections: 16,
  first: (context) => applyRequest(context, 0),
  source: (context) => {
    let setting = 1;
    return () => applyRequest(context, setting++);
  },
};

const mixedObject = own("mixed");

export const mixed: LoopScenario = {
  name: "mixed",
  about: "80 % get, 10 % consistent list of 100, 10 % update",
  connections: 16,
  first: mixedObject.first,
  source: (context) => {
    const { target, index } = context;
    const path = `${configMapsOf(namespaces.items)}/${itemName(index)}`;
    const get = requestBytes(target, { method: "GET", path });
    const list = requestBytes(target, { method: "GET", path: configMapsOf(namespaces.hundred) });
    const name = mixedObject.nameOf(context);
    let count = index;
    return () => {
      const turn = count++ % 10;
      if (turn === 4) return list;
      if (turn !== 9) return get;
      const body = configMap(name, { bytes, data: { count: String(count) } });
      return requestBytes(target, { method: "PUT", path: `${written}/${name}`, body });
    };
  },
};
