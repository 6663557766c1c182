import { get, patch, post, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const pods = "/api/v1/namespaces/default/pods";
const maps = "/api/v1/namespaces/default/configmaps";
const namespaces = "/api/v1/namespaces";

export const deletion: readonly Scenario[] = [
  {
    name: "what is deleted is told",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      remove(`${maps}/a`, { has: { kind: "Status", status: "Success", details: { name: "a", kind: "configmaps" } } }),
      refused(remove(`${maps}/a`), 404, 'configmaps "a" not found'),
    ],
  },
  {
    name: "finalizers keep an object until they are gone",
    exchanges: [
      post(maps, { metadata: { name: "a", finalizers: ["example.com/wait"] } }),
      remove(`${maps}/a`, { has: { kind: "ConfigMap", metadata: { deletionGracePeriodSeconds: 0 } } }),
      refused(
        patch("json", `${maps}/a`, [{ op: "add", path: "/metadata/finalizers/-", value: "example.com/more" }]),
        422,
        'ConfigMap "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/more"}',
      ),
      refused(
        patch("merge", `${maps}/a`, { metadata: { finalizers: ["b.io/z", "a.io/a", "example.com/wait", "b.io/z"] } }),
        422,
        'ConfigMap "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.io/a", "b.io/z"}',
      ),
      patch("merge", `${maps}/a`, { metadata: { finalizers: null } }),
      refused(get(`${maps}/a`), 404, 'configmaps "a" not found'),
    ],
  },
  {
    name: "a collection that is deleted by pages",
    exchanges: [
      ...["a", "b", "c"].map((name) => post(maps, { metadata: { name } })),
      remove(`${maps}?limit=2`, {
        has: { metadata: { remainingItemCount: 1 }, items: [{ metadata: { name: "a" } }, {}] },
      }),
      get(maps, { has: { items: [{ metadata: { name: "c" } }] } }),
      refused(remove(`${maps}?resourceVersion=9999`), 500, "etcdserver: mvcc: required revision is a future revision"),
    ],
  },
  {
    name: "a collection whose deletion is refused with a warning",
    exchanges: [
      refused(
        remove("/apis/batch/v1/namespaces/default/jobs?resourceVersion=x", {
          warnings: [
            "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
          ],
        }),
        400,
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
      ),
    ],
  },
  {
    name: "a body that is no DeleteOptions",
    exchanges: (
      [
        ["v1", "Status", "converting (v1.Status) to (v1.DeleteOptions): unknown conversion"],
        ["meta.{api}/v1", "Table", "converting (v1.Table) to (v1.DeleteOptions): unknown conversion"],
        ["v1", "Pod", 'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"'],
      ] as const
    ).map(([apiVersion, kind, message]) => ({
      ...refused(remove(`${maps}/a`), 500, message),
      body: { apiVersion, kind },
    })),
  },
  {
    name: "owners that wait",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      remove(`${maps}/a?propagationPolicy=Foreground`, { has: { metadata: { finalizers: ["foregroundDeletion"] } } }),
      post(maps, { metadata: { name: "b" } }),
      remove(`${maps}/b?propagationPolicy=Orphan`, { has: { metadata: { finalizers: ["orphan"] } } }),
      refused(
        remove(`${maps}/b?propagationPolicy=Some`),
        422,
        'DeleteOptions.meta.{api} "" is invalid: propagationPolicy: Unsupported value: "Some": supported values: "Foreground", "Background", "Orphan", "nil"',
      ),
    ],
  },
  {
    name: "a namespace that ends takes nothing in",
    exchanges: [
      post(
        namespaces,
        { metadata: { name: "n" } },
        { has: { status: { phase: "Active" }, spec: { finalizers: ["{product}"] } } },
      ),
      remove(`${namespaces}/n`, { has: { status: { phase: "Terminating" } } }),
      refused(
        post(`${namespaces}/n/configmaps`, { metadata: { name: "a" } }),
        403,
        'configmaps "a" is forbidden: unable to create new content in namespace n because it is being terminated',
        {
          details: {
            causes: [
              {
                reason: "NamespaceTerminating",
                message: "namespace n is being terminated",
                field: "metadata.namespace",
              },
            ],
          },
        },
      ),
      refused(post(`${namespaces}/none/configmaps`, { metadata: { name: "a" } }), 404, 'namespaces "none" not found'),
      refused(
        remove(`${namespaces}/{system}-system`),
        403,
        'namespaces "{system}-system" is forbidden: this namespace may not be deleted',
      ),
    ],
  },
  {
    name: "each deletion of a pod without a grace period left chooses the finalizers for its dependents",
    exchanges: [
      post(pods, {
        metadata: { name: "p", finalizers: ["example.com/wait"] },
        spec: { containers: [{ name: "c", image: "i" }] },
      }),
      ...(
        [
          ["", []],
          ["?propagationPolicy=Foreground", ["foregroundDeletion"]],
          ["?propagationPolicy=Orphan", ["orphan"]],
          ["?propagationPolicy=Background", []],
        ] as const
      ).map(([options, added]) =>
        remove(`${pods}/p${options}`, { has: { metadata: { finalizers: ["example.com/wait", ...added] } } }),
      ),
    ],
  },
  {
    name: "a deletion of a pod with a grace period left changes no finalizers",
    exchanges: [
      post(pods, {
        metadata: { name: "p", finalizers: ["example.com/wait"] },
        spec: { nodeName: "n", containers: [{ name: "c", image: "i" }] },
      }),
      remove(`${pods}/p`, { has: { metadata: { deletionGracePeriodSeconds: 30 } } }),
      remove(`${pods}/p?propagationPolicy=Foreground`, { has: { metadata: { finalizers: ["example.com/wait"] } } }),
    ],
  },
];
