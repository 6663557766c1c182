import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("the resources of a pod that has none", () => {
  const container = {
    image: "i",
    imagePullPolicy: "Always",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  };
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "none" },
    spec: { ...podSpec, containers: ["a", "b"].map((name) => ({ name, ...container })), enableServiceLinks: true },
    status: { qosClass: "BestEffort" },
  });
  const onlyCompute = "spec: Forbidden: only cpu and memory resources are mutable";
  const resizePolicy = [{ resourceName: "memory", restartPolicy: "RestartContainer" }];
  const resources = { limits: { "ephemeral-storage": "1Gi" } };

  it.each<[object, object, readonly string[]]>([
    [{ resources }, {}, []],
    [{ resources }, { resources: { limits: { "example.com/x": "1" } } }, []],
    [{ resources, resizePolicy }, {}, [onlyCompute]],
    [{ resizePolicy }, { resizePolicy }, [onlyCompute, onlyCompute]],
  ])("change by resize to %j and %j", (a, b, errors) => {
    const containers = [
      { name: "a", image: "i", ...a },
      { name: "b", image: "i", ...b },
    ];
    expect(judged.subresource("resize", { spec: { containers } })).toEqual(errors);
  });
});
