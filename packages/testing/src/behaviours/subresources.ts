import { get, patch, post, put, refused } from "./requests.ts";
import type { Exchange, Scenario } from "./scenario.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const deployment = post(`${deployments}?fieldManager=one`, {
  metadata: { name: "d" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "d" } },
    template: { metadata: { labels: { app: "d" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
});
const scale = (replicas: number): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "d" },
  spec: { replicas },
});
const owners = (...managedFields: readonly object[]): Exchange =>
  get(`${deployments}/d`, { has: { metadata: { managedFields } } });

export const subresources: readonly Scenario[] = [
  {
    name: "a status changes annotations, and no generation",
    exchanges: [
      deployment,
      patch(
        "merge",
        `${deployments}/d/status`,
        { metadata: { annotations: { a: "b" } } },
        {
          has: { metadata: { generation: 1, annotations: { a: "b" } } },
        },
      ),
      patch(
        "merge",
        `${deployments}/d`,
        { metadata: { annotations: { a: "c" } } },
        { has: { metadata: { generation: 2 } } },
      ),
    ],
  },
  {
    name: "a scale has owners of its own",
    exchanges: [
      deployment,
      put(`${deployments}/d/scale?fieldManager=two`, scale(4), { has: { kind: "Scale", spec: { replicas: 4 } } }),
      owners({ manager: "two", operation: "Update", apiVersion: "apps/v1", subresource: "scale" }, { manager: "one" }),
      refused(
        patch("apply", `${deployments}/d/scale?fieldManager=three`, scale(5)),
        409,
        'Apply failed with 1 conflict: conflict with "two" with subresource "scale" using autoscaling/v1: .spec.replicas',
      ),
      patch("apply", `${deployments}/d/scale?fieldManager=three&force=true`, scale(5), {
        has: { spec: { replicas: 5 } },
      }),
      owners({ manager: "three", operation: "Apply", subresource: "scale" }, { manager: "one" }),
      refused(
        put(`${deployments}/d/scale`, scale(-1)),
        422,
        'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ),
      refused(
        patch("apply", `${deployments}/d/scale?fieldManager=three`, { ...scale(1), spec: { nope: 1 } }),
        500,
        "failed to create typed patch object (/d; autoscaling/v1, Kind=Scale): .spec.nope: field not declared in schema",
      ),
    ],
  },
  {
    name: "status is written by itself, and only by itself",
    exchanges: [
      deployment,
      put(`${deployments}/d`, { ...(deployment.body as object), status: { replicas: 3 } }, { has: { status: {} } }),
      patch(
        "merge",
        `${deployments}/d/status?fieldManager=two`,
        { spec: { replicas: 7 }, status: { replicas: 3 } },
        {
          has: { spec: { replicas: 1 }, status: { replicas: 3 }, metadata: { generation: 1 } },
        },
      ),
      owners({ manager: "one" }, { manager: "two", subresource: "status" }),
    ],
  },
];
