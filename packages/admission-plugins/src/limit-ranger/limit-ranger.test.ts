import { type AdmissionRequest, MutationRounds } from "@svc/admission";
import { isStatusError, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import type { Container, Limit, LimitRange } from "./limit-range.ts";
import { limitRanger } from "./limit-ranger.ts";

const limitRange = (...limits: Limit[]): LimitRange => ({ metadata: { name: "limits" }, spec: { limits } });
const container = (name: string, requests = {}, limits = {}, more: Partial<Container> = {}): Container => ({
  name,
  resources: {
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(Object.keys(requests).length > 0 ? { requests } : {}),
  },
  ...more,
});

function requestFor(resource: string, object: object): AdmissionRequest {
  return {
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource },
    subresource: "",
    namespace: "default",
    name: "a",
    object: { metadata: { name: "a" }, ...object },
    oldObject: undefined,
    dryRun: false,
    user: undefined,
    warn: () => undefined,
  };
}

async function admitted(request: AdmissionRequest, ranges: readonly LimitRange[]): Promise<string> {
  const plugin = limitRanger({ dialect: svcDialect, limitRanges: () => ranges });
  try {
    await plugin.mutate?.(request, new MutationRounds());
    await plugin.validate?.(request);
    return "admitted";
  } catch (error) {
    if (!isStatusError(error)) throw error;
    return error.message;
  }
}

test("containers get the missing values, and an annotation lists them", async () => {
  const defaults = limitRange({
    type: "Container",
    default: { cpu: "500m", memory: "1Gi" },
    defaultRequest: { cpu: "100m" },
  });
  const request = requestFor("pods", {
    spec: {
      containers: [container("c"), container("d", { cpu: "1" }, { cpu: "1" })],
      initContainers: [container("i")],
    },
  });
  expect(await admitted(request, [defaults])).toBe("admitted");
  expect(request.object).toMatchObject({
    metadata: {
      annotations: {
        "svc.io/limit-ranger":
          "LimitRanger plugin set: cpu request for container c; cpu, memory limit for container c; memory limit for container d; cpu request for init container i; cpu, memory limit for init container i",
      },
    },
    spec: {
      containers: [
        { resources: { requests: { cpu: "100m" }, limits: { cpu: "500m", memory: "1Gi" } } },
        { resources: { requests: { cpu: "1" }, limits: { cpu: "1", memory: "1Gi" } } },
      ],
    },
  });
});

describe("pods", () => {
  const cpu = (requests: string, limits: string): Container => container("c", { cpu: requests }, { cpu: limits });
  const cases: readonly (readonly [
    limit: Limit,
    containers: readonly Container[],
    init: readonly Container[],
    want: string,
  ])[] = [
    [{ type: "Container", max: { cpu: "2" } }, [cpu("1", "2")], [], "admitted"],
    [
      { type: "Container", max: { cpu: "2" } },
      [cpu("1", "3")],
      [],
      'pods "a" is forbidden: maximum cpu usage per Container is 2, but limit is 3',
    ],
    [
      { type: "Container", max: { cpu: "2" } },
      [container("c")],
      [],
      'pods "a" is forbidden: maximum cpu usage per Container is 2.  No limit is specified',
    ],
    [
      { type: "Container", min: { cpu: "50m" } },
      [cpu("10m", "1")],
      [],
      'pods "a" is forbidden: minimum cpu usage per Container is 50m, but request is 10m',
    ],
    [
      { type: "Container", min: { cpu: "50m" }, maxLimitRequestRatio: { cpu: "4" } },
      [cpu("10m", "50m")],
      [],
      'pods "a" is forbidden: [minimum cpu usage per Container is 50m, but request is 10m, cpu max limit to request ratio per Container is 4, but provided ratio is 5.000000]',
    ],
    [
      { type: "Container", maxLimitRequestRatio: { cpu: "4" } },
      [container("c")],
      [],
      'pods "a" is forbidden: cpu max limit to request ratio per Container is 4, but no request is specified or request is 0',
    ],
    [
      { type: "Pod", max: { cpu: "3" } },
      [cpu("2", "2"), cpu("2", "2")],
      [],
      'pods "a" is forbidden: maximum cpu usage per Pod is 3, but limit is 4',
    ],
    [{ type: "Pod", max: { cpu: "3" } }, [cpu("1", "1")], [cpu("3", "3")], "admitted"],
    [
      { type: "Pod", max: { cpu: "3" } },
      [cpu("1", "1")],
      [{ ...cpu("2", "2"), restartPolicy: "Always" }, cpu("2", "2")],
      'pods "a" is forbidden: maximum cpu usage per Pod is 3, but limit is 4',
    ],
    [
      { type: "Pod", max: { cpu: "3" } },
      [container("c"), container("d")],
      [],
      'pods "a" is forbidden: maximum cpu usage per Pod is 3.  No limit is specified',
    ],
    [{ type: "Pod", min: { cpu: "1" }, max: { cpu: "3" } }, [cpu("1", "1"), container("d")], [], "admitted"],
  ];
  test.each(cases)("%j", async (limit, containers, initContainers, want) => {
    expect(await admitted(requestFor("pods", { spec: { containers, initContainers } }), [limitRange(limit)])).toBe(
      want,
    );
  });
});

test.each([
  [
    "512Mi",
    'persistentvolumeclaims "a" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi',
  ],
  ["5Gi", "admitted"],
  [
    "20Gi",
    'persistentvolumeclaims "a" is forbidden: maximum storage usage per PersistentVolumeClaim is 10Gi, but request is 20Gi',
  ],
])("a claim of %s", async (storage, want) => {
  const limit = { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "10Gi" } };
  const request = requestFor("persistentvolumeclaims", { spec: { resources: { requests: { storage } } } });
  expect(await admitted(request, [limitRange(limit)])).toBe(want);
});

test("other things are let through", async () => {
  expect(await admitted(requestFor("configmaps", {}), [limitRange({ type: "Pod", max: { cpu: "1" } })])).toBe(
    "admitted",
  );
});
