import { get, patch, post, put, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const namespace = "/api/v1/namespaces/default";
const maps = `${namespace}/configmaps`;
const leases = "/apis/coordination.{api}/v1/namespaces/default/leases";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const autoscalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
const policies = "/apis/admissionregistration.{api}/v1/validatingadmissionpolicies";
const autoscaler = { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" }, maxReplicas: 5 };
const anyone = { headers: { "impersonate-user": "guest" } };
const otherNamespace = "the namespace of the provided object does not match the namespace sent on the request";

/** Requests that are valid or plausible, and that few clients send. */
export const unusualRequests: readonly Scenario[] = [
  {
    name: "the default field manager is the UTF-8 text of the client's name",
    exchanges: [
      post(
        maps,
        { metadata: { name: "a" }, data: { k: "v" } },
        {
          headers: { "user-agent": Buffer.from("bücher/1.0").toString("latin1") },
          has: { metadata: { managedFields: [{ manager: "bücher" }] } },
        },
      ),
    ],
  },
  {
    name: "a refused list names the object of its field selector only if its other options can be parsed",
    exchanges: [
      refused(
        get(`${maps}?fieldSelector=metadata.name=a`, anyone),
        403,
        'configmaps "a" is forbidden: User "guest" cannot list resource "configmaps" in API group "" in the namespace "default"',
      ),
      ...["limit=x", "timeoutSeconds=", "labelSelector=!!", "watch=false&limit=1.5"].map((options) =>
        refused(
          get(`${maps}?fieldSelector=metadata.name=a&${options}`, anyone),
          403,
          'configmaps is forbidden: User "guest" cannot list resource "configmaps" in API group "" in the namespace "default"',
        ),
      ),
    ],
  },
  {
    name: "a refused request for no resource of a group names the group",
    exchanges: [
      refused(
        get("/apis/apps/v1//deployments", anyone),
        403,
        '.apps "deployments" is forbidden: User "guest" cannot get resource "" in API group "apps" at the cluster scope',
      ),
    ],
  },
  {
    name: "an object that is created by an update or an apply keeps the sent fields of its deletion",
    exchanges: [
      put(
        `${leases}/l`,
        { metadata: { name: "l", deletionGracePeriodSeconds: 3 } },
        { has: { metadata: { deletionGracePeriodSeconds: 3 } } },
        201,
      ),
      post(maps, { metadata: { name: "p", deletionGracePeriodSeconds: 3 } }, { lacks: ["deletionGracePeriodSeconds"] }),
      patch(
        "apply",
        `${maps}/a?fieldManager=m`,
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "a", deletionTimestamp: "2020-01-01T00:00:00Z", creationTimestamp: "2020-01-01T00:00:00Z" },
        },
        { has: { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } }, lacks: ['"creationTimestamp":"2020'] },
        201,
      ),
    ],
  },
  {
    name: "a dry run of a create tells that the object of its name is being deleted",
    exchanges: [
      post(maps, { metadata: { name: "a", finalizers: ["example.com/f"] } }),
      remove(`${maps}/a`),
      refused(
        post(`${maps}?dryRun=All`, { metadata: { name: "a" } }, {}, 409),
        409,
        'object is being deleted: configmaps "a" already exists',
      ),
    ],
  },
  {
    name: "a scale of another namespace is refused before its object is looked up",
    exchanges: [
      refused(
        put(`${deployments}/none/scale`, { metadata: { name: "none", namespace: "other" } }, {}, 400),
        400,
        otherNamespace,
      ),
      refused(
        put(`${deployments}/none/scale`, { metadata: { name: "b", namespace: "x" } }, {}, 400),
        400,
        otherNamespace,
      ),
    ],
  },
  {
    name: "a collection that is selected by name is deleted from its current state",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      remove(`${maps}?resourceVersion=1&fieldSelector=metadata.name=none`, { has: { items: [] } }),
      remove(`${maps}?resourceVersion=1&fieldSelector=metadata.name=a`, {}, 409),
    ],
  },
  {
    name: "an apply that its schema refuses is told before the uid of an absent object",
    exchanges: [
      refused(
        patch(
          "apply",
          `${maps}/none?fieldManager=m`,
          { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "none", uid: "x" }, unknown: 1 },
          {},
          500,
        ),
        500,
        "failed to create typed patch object (/none; /v1, Kind=ConfigMap): .unknown: field not declared in schema",
      ),
      refused(
        patch(
          "apply",
          `${maps}/none?fieldManager=m`,
          { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "none", uid: "x" } },
          {},
          409,
        ),
        409,
        'Operation cannot be fulfilled on configmaps "none": uid mismatch: the provided object specified uid x, and no existing object was found',
      ),
    ],
  },
  {
    name: "the first apply to an object whose list items lack their key",
    exchanges: [
      post(`${namespace}/serviceaccounts`, { metadata: { name: "a" }, secrets: [{ namespace: "x" }] }),
      refused(
        patch(
          "apply",
          `${namespace}/serviceaccounts/a?fieldManager=m`,
          { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "a" } },
          {},
          500,
        ),
        500,
        'failed to create manager for existing fields: failed to convert new object (default/a; /v1, Kind=ServiceAccount) to smd typed: .secrets: element 0: associative list with keys has an element that omits key field "name" (and doesn\'t have default value)',
      ),
    ],
  },
  {
    name: "an empty manager of a job is not an absent one",
    exchanges: [
      post("/apis/batch/v1/namespaces/default/jobs", {
        metadata: { name: "a" },
        spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } },
      }),
      refused(
        patch("merge", "/apis/batch/v1/namespaces/default/jobs/a", { spec: { managedBy: "" } }, {}, 422),
        422,
        'Job.batch "a" is invalid: [spec.managedBy: Required value, spec.managedBy: Invalid value: "": field is immutable]',
      ),
    ],
  },
  {
    name: "a limit counts for a version that is zero in another spelling",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      post(maps, { metadata: { name: "b" } }),
      get(`${maps}?resourceVersion=0&limit=1`, { lacks: ['"continue"'] }),
      get(`${maps}?resourceVersion=000&limit=1`, { has: { metadata: { remainingItemCount: 1 } } }),
    ],
  },
  {
    name: "a body of another kind is decoded as that kind before it is refused",
    exchanges: [
      refused(
        post(
          deployments,
          { apiVersion: "v1", kind: "ConfigMap", data: 1, metadata: { name: "a" } },
          { warnings: [] },
          400,
        ),
        400,
        'ConfigMap in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string',
      ),
      post(
        deployments,
        { apiVersion: "v1", kind: "ConfigMap", unknown: 1, metadata: { name: "a" } },
        { warnings: [] },
        400,
      ),
      refused(
        post(
          autoscalers,
          {
            apiVersion: "autoscaling/v1",
            kind: "HorizontalPodAutoscaler",
            spec: { unknown: 1 },
            metadata: { name: "a" },
          },
          { warnings: ['unknown field "spec.unknown"'] },
          400,
        ),
        400,
        "the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)",
      ),
      refused(
        post(
          `${autoscalers}?fieldValidation=Strict`,
          {
            apiVersion: "autoscaling/v1",
            kind: "HorizontalPodAutoscaler",
            spec: { unknown: 1 },
            metadata: { name: "a" },
          },
          { warnings: [] },
          400,
        ),
        400,
        'HorizontalPodAutoscaler in version "v1" cannot be handled as a HorizontalPodAutoscaler: strict decoding error: unknown field "spec.unknown"',
      ),
    ],
  },
  {
    name: "null items of an applied list are empty objects in other versions",
    exchanges: [
      post(autoscalers.replace("v2", "v1"), {
        metadata: { name: "a" },
        spec: { ...autoscaler, targetCPUUtilizationPercentage: 80 },
      }),
      ...[{ metrics: [null] }, { metrics: null, behavior: { scaleDown: { policies: [null] } } }].map((fields) =>
        patch(
          "apply",
          `${autoscalers}/a?fieldManager=m&force=true`,
          {
            apiVersion: "autoscaling/v2",
            kind: "HorizontalPodAutoscaler",
            metadata: { name: "a" },
            spec: { ...autoscaler, ...fields },
          },
          { has: { reason: "Invalid" } },
          422,
        ),
      ),
    ],
  },
  {
    name: "minus zero is no byte",
    exchanges: [
      refused(
        post(maps, '{"metadata":{"name":"a"},"binaryData":{"b":[1,-0]}}', {}, 400),
        400,
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number -0 into Go struct field ConfigMap.binaryData of type uint8',
      ),
      post(leases, '{"metadata":{"name":"a"},"spec":{"leaseTransitions":-0}}', {
        has: { spec: { leaseTransitions: 0 } },
      }),
    ],
  },
  {
    name: "audit annotations of a policy without a name",
    exchanges: [
      refused(
        post(
          policies,
          { metadata: {}, spec: { matchConstraints: {}, auditAnnotations: [{ key: "k", valueExpression: "'v'" }] } },
          {},
          422,
        ),
        422,
        'ValidatingAdmissionPolicy.admissionregistration.{api} "" is invalid: [metadata.name: Required value: name or generateName is required, spec.matchConstraints.resourceRules: Required value, spec.auditAnnotations[0].key: Invalid value: "k": requires metadata.name be non-empty]',
      ),
    ],
  },
  {
    name: "the order of contradictory options of a watch",
    exchanges: [
      refused(
        get(`${maps}?watch=1&resourceVersionMatch=Exact&continue=x`, {}, 422),
        422,
        'ListOptions.meta.{api} "" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided, resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan", resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided]',
      ),
    ],
  },
  {
    name: "the options of a watch below the old prefix follow the rules of lists",
    exchanges: [
      refused(
        get("/api/v1/watch/namespaces/default/configmaps?sendInitialEvents=true", {}, 422),
        422,
        'ListOptions.meta.{api} "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
      ),
      refused(
        get("/api/v1/watch/namespaces/default/configmaps/a?resourceVersionMatch=x", {}, 422),
        422,
        'ListOptions.meta.{api} "" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided, resourceVersionMatch: Unsupported value: "x": supported values: "Exact", "NotOlderThan", ""]',
      ),
      refused(
        get("/api/v1/watch/namespaces/default/configmaps?watch=1&resourceVersionMatch=NotOlderThan", {}, 422),
        422,
        'ListOptions.meta.{api} "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
      refused(
        get("/api/v1/watch/namespaces/default/configmaps?resourceVersion=x&resourceVersionMatch=NotOlderThan"),
        500,
        'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
      ),
    ],
  },
  {
    name: "errors of a body in YAML are in the order of its members' names",
    exchanges: [
      post(`${maps}?dryRun=All`, "metadata:\n  name: x\n  zz: 1\n  aa: 2\n  name: x\nzed: 1\nabc: 2\n", {
        headers: { "content-type": "application/yaml" },
        warnings: [
          'line 5: key "name" already set in map',
          'unknown field "abc"',
          'unknown field "metadata.aa"',
          'unknown field "metadata.zz"',
          'unknown field "zed"',
        ],
      }),
      refused(
        post(
          `${deployments}?fieldValidation=Ignore`,
          "spec:\n  replicas: x\n  paused: 1\nmetadata:\n  name: x\n  labels:\n  - 1\n",
          { headers: { "content-type": "application/yaml" } },
        ),
        400,
        'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string',
      ),
      post(
        `${maps}?dryRun=All`,
        { zed: 1, metadata: { name: "x", zz: 1 }, abc: 2 },
        {
          warnings: ['unknown field "zed"', 'unknown field "metadata.zz"', 'unknown field "abc"'],
        },
      ),
    ],
  },
];
