import { get, patch, post, put, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const roles = "/apis/rbac.authorization.{api}/v1/namespaces/default/roles";

const notServed = "the server could not find the requested resource";

const services = "/api/v1/namespaces/default/services";
const nodePorts = (name: string, ports: readonly (number | undefined)[]) => ({
  metadata: { name },
  spec: {
    type: "NodePort",
    // A generated one would differ each time.
    clusterIP: name === "first" ? "10.0.0.50" : "10.0.0.51",
    ports: ports.map((nodePort, i) => ({
      name: `p${i}`,
      port: 80 + i,
      ...(nodePort === undefined ? {} : { nodePort }),
    })),
  },
});

/** Requests that are probably mistakes. */
export const requests: readonly Scenario[] = [
  {
    name: "names of resources that every object of the language has",
    exchanges: ["__proto__", "constructor", "toString"].flatMap((name) => [
      post(
        "/api/v1/namespaces/default/limitranges",
        `{"metadata":{"name":"a"},"spec":{"limits":[{"type":"Container","max":{"${name}":"1"},"min":{"cpu":"1"}}]}}`,
        {},
        422,
      ),
      post(
        "/api/v1/namespaces/default/pods",
        `{"metadata":{"name":"a"},"spec":{"containers":[{"name":"a","image":"i","resources":{"requests":{"${name}":"1"},"limits":{"cpu":"1"}}}]}}`,
        {},
        422,
      ),
    ]),
  },
  {
    name: "what is not served",
    exchanges: [
      get("/apis/nope.{api}/v1/things", {}, 404),
      refused(get("/api/v1/namespaces/default/nope"), 404, "the server could not find the requested resource"),
      refused(get(`${maps}/a`), 404, 'configmaps "a" not found', {
        reason: "NotFound",
        details: { name: "a", kind: "configmaps" },
      }),
      refused(get(`${roles}/a`), 404, 'roles.rbac.authorization.{api} "a" not found', {
        details: { group: "rbac.authorization.{api}" },
      }),
      refused(get("/apis/authorization.{api}/v1/selfsubjectaccessreviews/a"), 404, notServed),
      refused(get("/api/v1/proxy/namespaces/default/pods/a"), 404, notServed),
      get("/api/v1/watch", {}, 500),
      get("/api//", { has: { kind: "APIVersions" } }),
      get("/openapi/v3/", {}, 404),
      get("/authorization", {}, 404),
      refused(patch("merge", `${maps}/a%25b`, {}), 400, "Name parameter invalid: \"a%b\": may not contain '%'"),
      refused(post(`${maps}/a`, {}), 405, "the server does not allow this method on the requested resource", {
        reason: "MethodNotAllowed",
      }),
      refused(put(maps, {}), 405, "the server does not allow this method on the requested resource"),
      // An empty namespace is all of them, where there can be more than one.
      get("/api/v1/namespaces//configmaps", { has: { kind: "ConfigMapList" } }),
      refused(get("/api/v1/namespaces//configmaps/a"), 400, "Namespace parameter required."),
      refused(patch("merge", "/api/v1/namespaces//configmaps/a", {}), 400, "Namespace parameter required."),
      refused(get("/apis/apps/v1/namespaces//deployments/a/scale"), 400, "Namespace parameter required."),
      refused(get("/api/v1/namespaces//nodes"), 404, notServed),
      refused(get("/api/v1/namespaces//namespaces/default"), 404, notServed),
      get("/api/v1/namespaces//", { has: { kind: "NamespaceList" } }),
    ],
  },
  {
    name: "reserved names, and unusual ones",
    exchanges: [
      refused(
        get("/api/v1/pods", { headers: { "impersonate-user": Buffer.from('Jos\u00e9 "x\\').toString("latin1") } }),
        403,
        'pods is forbidden: User "Jos\u00e9 \\"x\\\\" cannot list resource "pods" in API group "" at the cluster scope',
      ),
      refused(
        get("/api/v1/namespaces/%00%C2%AD", { headers: { "impersonate-user": "joe" } }),
        403,
        'namespaces "\\x00\\u00ad" is forbidden: User "joe" cannot get resource "namespaces" in API group "" in the namespace "\\x00\\u00ad"',
      ),
      refused(get("/api/v1/pods?limit=%01"), 400, 'strconv.ParseInt: parsing "\\x01": invalid syntax'),
    ],
  },
  {
    name: "ports of nodes, when services are only tried",
    exchanges: [
      post(services, nodePorts("first", [30100])),
      refused(
        post(`${services}?dryRun=All`, nodePorts("second", [30100])),
        422,
        'Service "second" is invalid: spec.ports[0].nodePort: Invalid value: 30100: provided port is already allocated',
      ),
      // Generated ports are recognizable: they are outside of the range, or follow the chosen ones.
      post(`${services}?dryRun=All`, nodePorts("second", [undefined, 30101, undefined]), {
        has: { spec: { ports: [{ nodePort: 32769 }, { nodePort: 30101 }, { nodePort: 32770 }] } },
      }),
      post(`${services}?dryRun=All`, nodePorts("second", [30200, undefined, undefined]), {
        has: { spec: { ports: [{ nodePort: 30200 }, { nodePort: 30201 }, { nodePort: 30202 }] } },
      }),
      patch(
        "merge",
        `${services}/first?dryRun=All`,
        { metadata: { labels: { a: "b" } } },
        {
          has: { spec: { ports: [{ nodePort: 30100 }] } },
        },
      ),
    ],
  },
  {
    name: "bodies that are another kind, or none",
    exchanges: [
      refused(
        post(maps, { kind: "Secret", apiVersion: "v1" }),
        400,
        'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
      ),
      refused(
        post(maps, { kind: "Foo", apiVersion: "v1" }),
        400,
        'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"',
      ),
      refused(
        post("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
          apiVersion: "autoscaling/v1",
          kind: "HorizontalPodAutoscaler",
        }),
        400,
        "the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)",
      ),
      refused(
        post("/apis/apps/v1/namespaces/default/deployments", {
          apiVersion: "extensions/v1beta1",
          kind: "Deployment",
          metadata: { name: "a" },
        }),
        400,
        "the API version in the data (extensions/v1beta1) does not match the expected API version (apps/v1)",
      ),
      refused(
        post("/apis/apps/v1/namespaces/default/deployments", { apiVersion: "extensions/v1beta1", kind: "Job" }),
        400,
        'Job in version "v1beta1" cannot be handled as a Deployment: no kind "Job" is registered for version "extensions/v1beta1" in scheme "pkg/runtime/scheme.go:110"',
      ),
      refused(
        post(maps, { kind: "Status", apiVersion: "v1" }),
        400,
        'Status in version "v1" cannot be handled as a ConfigMap: converting (v1.Status) to (core.ConfigMap): unknown conversion',
      ),
      refused(
        post(maps, { kind: "ConfigMap", apiVersion: "v1/" }),
        400,
        'ConfigMap in version "" cannot be handled as a ConfigMap: Object \'apiVersion\' is missing in \'{"kind":"ConfigMap","apiVersion":"v1/"}\'',
      ),
      post(`${maps}?dryRun=All`, { kind: "ConfigMap", apiVersion: "/v1", metadata: { name: "a" } }),
      post(`${maps}?dryRun=All`, { apiVersion: "/", metadata: { name: "a" } }),
      refused(
        post("/api/v1/namespaces/default/secrets", { metadata: { name: "a" }, type: 1 }),
        400,
        'Secret in version "v1" cannot be handled as a Secret: json: cannot unmarshal number into Go struct field Secret.type of type v1.SecretType',
      ),
      refused(
        post(maps, { metadata: { name: "a" }, data: { x: 1 } }),
        400,
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
      ),
      refused(
        post(maps, "{"),
        400,
        "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({)",
      ),
      refused(
        post(maps, "a=b", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
        415,
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.{product}.protobuf",
      ),
      refused(
        post(maps, {}, { headers: { "content-type": "application/json;;" } }),
        415,
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.{product}.protobuf",
      ),
      refused(
        get(maps, { headers: { accept: "text/csv" } }),
        406,
        "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.{product}.protobuf, application/json;stream=watch, application/vnd.{product}.protobuf;stream=watch",
      ),
    ],
  },
  {
    name: "names",
    exchanges: [
      refused(
        post(maps, { metadata: {} }),
        422,
        'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
      ),
      refused(
        post(maps, { metadata: { name: "A_b" } }),
        422,
        `ConfigMap "A_b" is invalid: metadata.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
        { reason: "Invalid", details: { causes: [{ reason: "FieldValueInvalid", field: "metadata.name" }] } },
      ),
      post(maps, { metadata: { generateName: "a-" } }, { has: { metadata: { name: "a-fixed", generateName: "a-" } } }),
      refused(post(maps, { metadata: { name: "a-fixed" } }), 409, 'configmaps "a-fixed" already exists', {
        reason: "AlreadyExists",
      }),
      refused(
        post(maps, { metadata: { name: "b", namespace: "other" } }),
        400,
        "the namespace of the provided object does not match the namespace sent on the request",
      ),
      refused(
        put(`${maps}/a-fixed`, { metadata: { name: "b" } }),
        400,
        "the name of the object (b) does not match the name on the URL (a-fixed)",
      ),
      refused(
        put(`${maps}/a-fixed`, { metadata: {} }),
        400,
        "the name of the object (a-fixed based on URL) was undeterminable: name must be provided",
      ),
    ],
  },
  {
    name: "parameters",
    exchanges: [
      refused(
        post(`${maps}?dryRun=some`, { metadata: { name: "a" } }),
        422,
        'CreateOptions.meta.{api} "" is invalid: dryRun: Unsupported value: []string{"some"}: supported values: "All"',
      ),
      refused(
        post(`${maps}?fieldValidation=strict`, { metadata: { name: "a" } }),
        422,
        'CreateOptions.meta.{api} "" is invalid: fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"',
      ),
      refused(
        patch("apply", `${maps}/a`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }),
        422,
        'PatchOptions.meta.{api} "" is invalid: fieldManager: Required value: is required for apply patch',
      ),
      refused(get(`${maps}?labelSelector=a==b==c`), 400, "found '==', expected: ',' or 'end of string'"),
      refused(
        get(`${maps}?fieldSelector=spec.nope=1`),
        400,
        '"spec.nope" is not a known field selector: only "metadata.name", "metadata.namespace"',
      ),
      post(`${maps}?dryRun=All`, { metadata: { name: "a" } }),
      refused(get(`${maps}/a`), 404, 'configmaps "a" not found'),
    ],
  },
  {
    name: "fields that are unknown, or there twice",
    exchanges: [
      post(maps, '{"metadata":{"name":"a"},"nope":1,"data":{"x":"1","x":"2"}}', {
        warnings: ['unknown field "nope"', 'duplicate field "data.x"'],
        has: { data: { x: "2" } },
      }),
      refused(
        post(`${maps}?fieldValidation=Strict`, '{"metadata":{"name":"b"},"nope":1,"data":{"x":"1","x":"2"}}'),
        400,
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "nope", duplicate field "data.x"',
      ),
      post(`${maps}?fieldValidation=Ignore`, '{"metadata":{"name":"b"},"nope":1}', { warnings: [] }),
      patch("merge", `${maps}/b`, '{"nope":1,"data":{"y":"1","y":"2"}}', {
        warnings: ['duplicate field "data.y"', 'unknown field "nope"'],
      }),
      patch("json", `${maps}/b`, [{ op: "test", path: "/kind", value: "ConfigMap", why: 1 }], {
        warnings: ['json patch unknown field "[0].why"'],
      }),
      patch(
        "json",
        `${maps}/b`,
        '[{"why":{"a":1,"a":2},"op":"test","why":1,"path":"/kind","value":{"a":1,"a":2},"when":1,"value":"ConfigMap"}]',
        {
          warnings: [
            'json patch unknown field "[0].why"',
            'json patch duplicate field "[0].value.a"',
            'json patch unknown field "[0].when"',
            'json patch duplicate field "[0].value"',
          ],
        },
      ),
    ],
  },
  {
    name: "versions and preconditions",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      refused(
        put(`${maps}/a`, { metadata: { name: "a", resourceVersion: "1" } }),
        409,
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
        { reason: "Conflict" },
      ),
      refused(
        put(`${maps}/a`, { metadata: { name: "a", uid: "x" } }),
        409,
        'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: <uid>',
      ),
      refused(
        put(`${maps}/a?dryRun=All`, { metadata: { name: "a", uid: "x" } }),
        409,
        'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: <uid>',
      ),
      refused(
        post(maps, { metadata: { name: "b", resourceVersion: "5" } }),
        500,
        "resourceVersion should not be set on objects to be created",
      ),
      refused(
        { ...remove(`${maps}/a`), body: { preconditions: { uid: "x" } } },
        409,
        'Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (<uid>). The object might have been deleted and then recreated',
      ),
    ],
  },
  {
    name: "kinds look at metadata more than once, each in its own way",
    exchanges: [
      ...[
        { path: roles, rest: {}, times: ["finalizers[0]", "finalizers[0]", "finalizers[0]"] },
        { path: "/apis/scheduling.{api}/v1/priorityclasses", rest: { value: 1 }, times: ["finalizers[0]"] },
        { path: maps, rest: {}, times: ["finalizers[0]", "finalizers[0]"] },
        { path: "/apis/node.{api}/v1/runtimeclasses", rest: { handler: "h" }, times: [] },
      ].flatMap(({ path, rest, times }) => [
        post(path, { metadata: { name: "m" }, ...rest }),
        patch(
          "merge",
          `${path}/m?dryRun=All`,
          { metadata: { finalizers: ["cleanup.example.com"] } },
          times.length === 0
            ? { has: { metadata: { finalizers: ["cleanup.example.com"] } } }
            : { has: { details: { causes: times.map((field) => ({ field: `metadata.${field}` })) } } },
          times.length === 0 ? 200 : 422,
        ),
      ]),
    ],
  },
  {
    name: "a key is a key, whatever it is called elsewhere",
    exchanges: [
      post(
        "/api/v1/namespaces/default/secrets",
        '{"metadata":{"name":"s"},"data":{"constructor":"YQ=="},"stringData":{"__proto__":"x"}}',
        { has: { metadata: { name: "s" }, data: JSON.parse('{"constructor":"YQ==","__proto__":"eA=="}') as object } },
      ),
    ],
  },
];
