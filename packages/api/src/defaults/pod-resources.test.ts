import { expect, it } from "vitest";
import { added } from "./testing/added.ts";

const gates = ["PodLevelResources"];

function pod(resources: object, containers: readonly object[], initContainers: readonly object[] = []) {
  const named = (c: object, i: number): object => ({ name: `c${i}`, image: "i:1", ...c });
  return {
    apiVersion: "v1",
    kind: "Pod",
    spec: { resources, containers: containers.map(named), initContainers: initContainers.map(named) },
  };
}

function requests(amounts: object, more: object = {}): object {
  return { ...more, resources: { requests: amounts } };
}

function resourcesAdded(given: ReturnType<typeof pod>, on: readonly string[] = gates): object {
  const all = Object.entries(added(given, { gates: on }));
  return Object.fromEntries(all.filter(([path]) => path.startsWith("spec.resources")));
}

it.each<[name: string, ReturnType<typeof pod>, object]>([
  [
    "limits alone become requests",
    pod({ limits: { cpu: "2", memory: "1Gi" } }, [{}]),
    { "spec.resources.requests": { cpu: "2", memory: "1Gi" } },
  ],
  [
    "containers ask together",
    pod({ limits: { cpu: "2" } }, [requests({ cpu: "300m" }), requests({ cpu: "200m" })]),
    { "spec.resources.requests": { cpu: "500m" } },
  ],
  [
    "init containers ask one by one, beside the sidecars before them",
    pod(
      { limits: { cpu: "9" } },
      [requests({ cpu: "1" })],
      [requests({ cpu: "1" }, { restartPolicy: "Always" }), requests({ cpu: "3" }), requests({ cpu: "2" })],
    ),
    { "spec.resources.requests": { cpu: "4" } },
  ],
  [
    "large pages are asked for exactly",
    pod({ limits: { cpu: "2" } }, [requests({ "hugepages-2Mi": "4Mi" })]),
    { "spec.resources.limits.hugepages-2Mi": "4Mi", "spec.resources.requests": { cpu: "2", "hugepages-2Mi": "4Mi" } },
  ],
  ["requests are kept", pod({ limits: { cpu: "2" }, requests: { cpu: "1" } }, [requests({ cpu: "300m" })]), {}],
  ["nothing without limits", pod({ requests: { cpu: "1" } }, [requests({ memory: "1" })]), {}],
])("%s", (_name, given, changes) => {
  expect(resourcesAdded(given)).toEqual(changes);
  expect(resourcesAdded(given, [])).toEqual({});
});
