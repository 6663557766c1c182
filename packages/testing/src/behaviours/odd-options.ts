import { get, patch, post, put, refused, remove } from "./requests.ts";
import type { Exchange, Scenario } from "./scenario.ts";

const namespace = "/api/v1/namespaces/default";
const maps = `${namespace}/configmaps`;
const services = `${namespace}/services`;
const claims = `${namespace}/persistentvolumeclaims`;
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const daemonSets = "/apis/apps/v1/namespaces/default/daemonsets";
const statefulSets = "/apis/apps/v1/namespaces/default/statefulsets";
const slices = "/apis/discovery.{api}/v1/namespaces/default/endpointslices";
const revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
const attachments = "/apis/storage.{api}/v1/volumeattachments";
const roles = "/apis/rbac.authorization.{api}/v1/namespaces/default/roles";
const events = "/apis/events.{api}/v1/namespaces/default/events";
const cronJobs = "/apis/batch/v1/namespaces/default/cronjobs";
const levels = "/apis/flowcontrol.apiserver.{api}/v1/prioritylevelconfigurations";
const schemas = "/apis/flowcontrol.apiserver.{api}/v1/flowschemas";
const apiServices = "/apis/apiregistration.{api}/v1/apiservices";
const reviews = "/apis/authorization.{api}/v1/selfsubjectaccessreviews";
const tokens = "/apis/authentication.{api}/v1/tokenreviews";

const template = { metadata: { labels: { app: "d" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const deployment = post(`${deployments}?fieldManager=one`, {
  metadata: { name: "d" },
  spec: { replicas: 2, selector: { matchLabels: { app: "d" } }, template },
});
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
const duplicates = (found: string): string =>
  `.metadata.ownerReferences contains duplicate entries${found}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u`;
const table = "application/json;as=Table;v=v1;g=meta.{api}";
const nodePorts = {
  metadata: { name: "s" },
  spec: { type: "NodePort", clusterIP: "10.0.0.60", ports: [{ port: 80, nodePort: 30_700 }] },
};
const claim = (spec: object): object => ({
  metadata: { name: "c" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
});
const slice = (more: object): object => ({
  metadata: { name: "s" },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.1.2.3"] }],
  ports: [{ name: "http", port: 80 }],
  ...more,
});
const immutable = (field: string): object => ({ reason: "FieldValueInvalid", field });

/** Metadata that a write of a status does not take, where a kind takes none of it. */
const ofStatus: readonly Exchange[] = [
  post(attachments, {
    metadata: { name: "a" },
    spec: { attacher: "d.example.com", nodeName: "n", source: { persistentVolumeName: "v" } },
  }),
  patch("merge", `${attachments}/a/status`, { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } }),
  patch("merge", `${attachments}/a/status`, { metadata: { selfLink: "/x" } }, { lacks: ["selfLink"] }),
  patch(
    "merge",
    `${attachments}/a/status`,
    { metadata: { uid: "x" } },
    { has: { details: { causes: [immutable("metadata.uid")] } }, lacks: ["},{"] },
    422,
  ),
  post(cronJobs, {
    metadata: { name: "c" },
    spec: {
      schedule: "* * * * *",
      jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
    },
  }),
  patch("merge", `${cronJobs}/c/status`, { metadata: { finalizers: ["bad"] } }),
  patch("merge", `${levels}/workload-low/status`, { metadata: { uid: "x", generateName: "B_" } }),
  post(`${namespace}/pods`, { metadata: { name: "p" }, spec: template.spec }),
  patch("merge", `${namespace}/pods/p/status`, { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } }),
  patch("merge", `${namespace}/pods/p/resize`, { metadata: { uid: "x" } }, {}, 422),
  patch("merge", `${namespace}/pods/p/ephemeralcontainers`, { metadata: { generateName: "B_" } }, {}, 422),
];

/** Options and metadata that clients rarely send. */
export const oddOptions: readonly Scenario[] = [
  { name: "metadata in a write of the status", exchanges: ofStatus },
  {
    name: "the metadata of a scale",
    exchanges: [
      deployment,
      put(
        `${deployments}/d/scale`,
        { metadata: { name: "d", labels: { a: "b!" } }, spec: { replicas: -1 } },
        { has: { details: { causes: [{ field: "metadata.labels" }, { field: "spec.replicas" }] } } },
        422,
      ),
      get(`${deployments}/d/scale?includeObject=Object`, {
        headers: { accept: table },
        has: { rows: [{ object: { kind: "Scale", spec: { replicas: 2 } } }] },
      }),
    ],
  },
  {
    name: "a scale that changes nothing, and who owns the replicas then",
    exchanges: [
      deployment,
      patch("merge", `${deployments}/d/scale?fieldManager=two`, { spec: { replicas: 2 } }),
      get(`${deployments}/d`, {
        has: {
          metadata: {
            managedFields: [{ manager: "one", fieldsV1: { "f:spec": { "f:replicas": {} } } }, { manager: "one" }],
          },
        },
      }),
      patch("merge", `${deployments}/d/scale?fieldManager=two`, { spec: { replicas: 2 } }),
      get(`${deployments}/d`, { lacks: ["f:replicas"] }),
    ],
  },
  {
    name: "kinds that have no version",
    exchanges: ["apps/v1", "bogus/v9"].map((apiVersion) =>
      refused(
        post(deployments, { apiVersion, kind: "Status" }),
        400,
        `Status in version "${apiVersion.split("/")[1]}" cannot be handled as a Deployment: converting (v1.Status) to (apps.Deployment): unknown conversion`,
      ),
    ),
  },
  {
    name: "a name beside the prefix of one, where it is taken",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      refused(
        post(maps, { metadata: { name: "a", generateName: "b-" } }),
        409,
        'configmaps "a" already exists, the server was not able to generate a unique name for the object',
        { details: { name: "a", kind: "configmaps", retryAfterSeconds: 1 } },
      ),
    ],
  },
  {
    name: "limits of a namespace without a name",
    exchanges: [post(`${namespace}/limitranges`, { spec: { limits: [] } }, { has: { metadata: { name: "<uid>" } } })],
  },
  {
    name: "the largest limit, of exactly one version",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      get(`${maps}?limit=9223372036854775807`),
      remove(`${maps}?limit=9223372036854775807&resourceVersion=1&labelSelector=a`, {}, 200),
    ],
  },
  {
    name: "the order of the checks of lists, watches and deletions of collections",
    exchanges: [
      refused(
        { ...remove(`${services}?fieldSelector=spec.nodeName%3D`), body: { dryRun: "All" } },
        400,
        "field label not supported: spec.nodeName",
      ),
      get(`${services}?watch=1&fieldSelector=spec.x%3D1`, { headers: { accept: "application/yaml" } }, 400),
      get(`${services}?watch=1&resourceVersion=abc`, { headers: { accept: "application/yaml" } }, 500),
      get(`${services}?watch=1&timeoutSeconds=1`, { headers: { accept: "application/yaml" } }, 406),
      get(
        `${services}?watch=1&resourceVersionMatch=Exact&continue=abc`,
        {
          has: {
            details: {
              causes: [{}, {}, { message: "Forbidden: resourceVersionMatch is forbidden when continue is provided" }],
            },
          },
        },
        422,
      ),
      get(`${events}?fieldSelector=involvedObject.name%3Dp`, {}, 400),
      get(`${events}?fieldSelector=regarding.name%3Dp`),
    ],
  },
  {
    name: "tables without rows",
    exchanges: [
      get(`${roles}?labelSelector=none`, { headers: { accept: table }, has: { rows: null } }),
      get(`${maps}?labelSelector=none`, { headers: { accept: table }, has: { rows: [] } }),
    ],
  },
  {
    name: "duplicate owners in patches and reviews",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      patch(
        "merge",
        `${maps}/a`,
        { metadata: { ownerReferences: [owner, owner] } },
        { warnings: [duplicates(" after mutating admission happens")] },
      ),
      post(
        tokens,
        { metadata: { ownerReferences: [owner, owner] }, spec: { token: "t" } },
        { warnings: [duplicates("")] },
      ),
      post(reviews, { metadata: { ownerReferences: [owner, owner] }, spec: {} }, { warnings: [duplicates("")] }, 422),
    ],
  },
  {
    name: "slices that say no type keep their generation",
    exchanges: [
      post(slices, slice({})),
      put(`${slices}/s`, slice({ kind: "EndpointSlice", apiVersion: "discovery.{api}/v1" }), {
        has: { metadata: { generation: 1 } },
      }),
      put(`${slices}/s`, slice({}), { has: { metadata: { generation: 1 } } }),
      put(`${slices}/s`, slice({ ports: [] }), { has: { metadata: { generation: 2 } } }),
    ],
  },
  {
    name: "data of a revision that only means the same",
    exchanges: [
      post(revisions, { metadata: { name: "r" }, revision: 1, data: { a: 1 } }),
      patch("merge", `${revisions}/r`, { data: { b: "" } }, {}, 422),
      refused(
        put(`${revisions}/r`, { metadata: { name: "r" }, revision: 1 }),
        422,
        'ControllerRevision.apps "r" is invalid: data: Invalid value: runtime.RawExtension{Raw:[]uint8(nil), Object:runtime.Object(nil)}: field is immutable',
      ),
      patch("merge", `${revisions}/r`, { revision: 2 }),
    ],
  },
  {
    name: "strategic patches with lists and nulls within lists",
    exchanges: [
      post(services, { metadata: { name: "s" }, spec: { ports: [{ port: 1 }], clusterIP: "None" } }),
      patch("strategic", `${services}/s`, { metadata: { finalizers: [["x.io/a"]] } }, {}, 422),
      patch("strategic", `${services}/s`, { metadata: { finalizers: [null] } }, {}, 422),
      patch("strategic", `${services}/s`, { spec: { externalIPs: [["10.9.9.9"]] } }, {}, 422),
    ],
  },
  {
    name: "names of runtime classes that cannot be asked for",
    exchanges: [
      ["a/b%", "invalid resource name \"a/b%\": [may not contain '/' may not contain '%']"],
      ["..", "invalid resource name \"..\": [may not be '..']"],
      ["", "resource name may not be empty"],
    ].map(([runtimeClassName, message = ""]) =>
      refused(
        post(`${namespace}/pods`, { metadata: { name: "p" }, spec: { ...template.spec, runtimeClassName } }),
        500,
        message,
      ),
    ),
  },
  {
    name: "claims that are filled from another namespace",
    exchanges: [
      post(
        `${claims}?dryRun=All`,
        claim({ dataSource: { kind: "x", name: "a" }, dataSourceRef: { kind: "y", name: "b", namespace: "n" } }),
        { lacks: ['"dataSource":{"'] },
      ),
      post(`${claims}?dryRun=All`, claim({ dataSourceRef: { kind: "y", name: "b" } }), {}, 422),
    ],
  },
  {
    name: "versions of objects that are not there yet",
    exchanges: [
      patch(
        "apply",
        `${maps}/a?fieldManager=m`,
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", resourceVersion: "x" } },
        {},
        500,
      ),
      post(
        `${maps}?dryRun=All`,
        { metadata: { name: "a", resourceVersion: "7" } },
        { has: { metadata: { resourceVersion: "7" } } },
      ),
    ],
  },
  {
    name: "a namespace whose dependents are not to be orphaned",
    exchanges: [
      post("/api/v1/namespaces", { metadata: { name: "n" } }),
      {
        ...remove("/api/v1/namespaces/n", { has: { metadata: { finalizers: ["foregroundDeletion"] } } }, 202),
        body: { orphanDependents: false },
      },
      post(statefulSets, {
        metadata: { name: "s" },
        spec: { serviceName: "s", selector: { matchLabels: { app: "d" } }, template },
      }),
      { ...remove(`${statefulSets}/s`), body: { orphanDependents: false } },
    ],
  },
  {
    name: "a binding of a pod that is not there, and says which one",
    exchanges: [
      refused(
        post(`${namespace}/pods/p/binding`, { metadata: { name: "p", uid: "u" }, target: { name: "n" } }),
        404,
        'pods "p" not found',
      ),
    ],
  },
  {
    name: "a limit of memory that a resize adds",
    exchanges: [
      post(`${namespace}/pods`, {
        metadata: { name: "p" },
        spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
      }),
      refused(
        patch("strategic", `${namespace}/pods/p/resize`, {
          spec: { containers: [{ name: "c", resources: { limits: { memory: "1Gi" } } }] },
        }),
        422,
        'Pod "p" is invalid: spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be added unless resizePolicy is RestartContainer',
      ),
    ],
  },
  {
    name: "node ports of a balancer that gives none out",
    exchanges: [
      post(services, nodePorts),
      patch(
        "merge",
        `${services}/s`,
        { spec: { type: "LoadBalancer", allocateLoadBalancerNodePorts: false } },
        { has: { spec: { ports: [{ nodePort: 30_700 }] } } },
      ),
      patch(
        "merge",
        `${services}/s`,
        { metadata: { labels: { a: "b" } } },
        { has: { spec: { ports: [{ nodePort: 30_700 }] } } },
      ),
      post(services, { ...nodePorts, metadata: { name: "t" } }, {}, 422),
      patch(
        "merge",
        `${services}/s`,
        { spec: { type: "ExternalName", externalName: "a.b" } },
        { lacks: ['"internalTrafficPolicy"'] },
      ),
    ],
  },
  {
    name: "a template of a daemon set whose change no gate lets in",
    exchanges: [
      post(daemonSets, { metadata: { name: "d" }, spec: { selector: { matchLabels: { app: "d" } }, template } }),
      patch(
        "merge",
        `${daemonSets}/d`,
        { spec: { template: { spec: { resources: { requests: { cpu: "1" } } } } } },
        { has: { metadata: { generation: 1, annotations: { "deprecated.daemonset.template.generation": "1" } } } },
      ),
    ],
  },
  {
    name: "names of domains in slices",
    exchanges: [
      ["a.b.", 201],
      ["A_b.", 422],
      ["a", 422],
      [`${"x".repeat(64)}.b`, 422],
    ].map(([address, code]) =>
      post(
        `${slices}?dryRun=All`,
        slice({ addressType: "FQDN", endpoints: [{ addresses: [address] }] }),
        {},
        Number(code),
      ),
    ),
  },
  {
    name: "metadata in a write of the status of what is served by definition or by the server itself",
    exchanges: [
      patch(
        "merge",
        `${schemas}/probes/status?dryRun=All`,
        { metadata: { uid: "x", generateName: "B_" } },
        { lacks: ["B_"] },
      ),
      patch(
        "merge",
        `${apiServices}/v1.apps/status?dryRun=All`,
        { metadata: { labels: { a: "b!" } } },
        { lacks: ["b!"] },
      ),
      patch(
        "merge",
        `${apiServices}/v1.apps/status?dryRun=All`,
        { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } },
        {},
        422,
      ),
    ],
  },
];
