import type { AdmissionPlugin } from "@svc/admission";
import { badRequest, kubernetesDialect, svcDialect } from "@svc/meta";
import { afterEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer, type TestServerOptions } from "./start-test-server.ts";

let server: TestServer;
afterEach(async () => server[Symbol.asyncDispose]());

const start = async (options: TestServerOptions = {}): Promise<void> => {
  server = await startTestServer({ dialect: kubernetesDialect, ...options });
};

/** The values of all series whose names begin so, by their text. */
async function series(...prefixes: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const text = await (await server.fetch("/metrics")).text();
  const all = text.split("\n").filter((line) => prefixes.some((prefix) => line.startsWith(prefix)));
  return Object.fromEntries(all.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

const collection = "/api/v1/namespaces/default/configmaps";
const post = (body: object, query = ""): Promise<Response> =>
  server.fetch(`${collection}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The labels of a request for configmaps. */
const labelled = (scope: string, verb: string, more = ""): string =>
  `component="apiserver",${more}group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"`;

describe("/metrics", () => {
  test("measures the store, admission and lists from caches by resource", async () => {
    const refusing: AdmissionPlugin = {
      name: "Refusing",
      operations: ["CREATE"],
      resources: ["configmaps"],
      validate: ({ name }) => {
        if (name === "refused") throw badRequest("no");
      },
    };
    await start({ config: { admission: [refusing] } });
    await post({ metadata: { name: "a" } });
    await post({ metadata: { name: "refused" } });
    await server.fetch(`${collection}/a`, { method: "DELETE" });
    await server.fetch(`${collection}?limit=1`);
    const plugin = "apiserver_admission_controller_admission_duration_seconds_count";
    const found = await series("etcd_requests_total", plugin, "apiserver_cache_list_total");
    const refusals = (rejected: boolean): string =>
      `${plugin}{name="Refusing",operation="CREATE",rejected="${rejected}",type="validate"}`;
    expect(found).toMatchObject({
      'etcd_requests_total{operation="create",type="configmaps"}': 1,
      'etcd_requests_total{operation="delete",type="configmaps"}': 1,
      [refusals(false)]: 1,
      [refusals(true)]: 1,
      'apiserver_cache_list_total{index="",resource_prefix="/configmaps"}': 1,
    });
  });

  test("measures the rules of extension types when they are compiled and evaluated", async () => {
    await start();
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const send = (path: string, body: object): Promise<Response> =>
      server.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const rules = [{ rule: "self.a < 10" }, { rule: "self.a > 0" }];
    const spec = {
      type: "object",
      properties: { a: { type: "integer" } },
      "x-kubernetes-validations": rules,
    };
    const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
    await send(definitions, {
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Cluster",
        names: { plural: "widgets", kind: "Widget" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    });
    await server.settle();
    for (const name of ["one", "two"])
      await send("/apis/example.com/v1/widgets", {
        apiVersion: "example.com/v1",
        kind: "Widget",
        metadata: { name },
        spec: { a: 1 },
      });
    const found = await series("apiserver_cel_");
    expect(found["apiserver_cel_compilation_duration_seconds_count"]).toBe(2);
    expect(found["apiserver_cel_evaluation_duration_seconds_count"]).toBe(2);
  });

  test("counts an aggregated discovery document once, however often it is sent", async () => {
    await start();
    const name = "aggregator_discovery_aggregation_count_total";
    expect(await series(name)).toEqual({ [name]: 0 });
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    for (const path of ["/apis", "/apis", "/api"]) await server.fetch(path, { headers: { accept } });
    expect(await series(name)).toEqual({ [name]: 2 });
  });

  test("measures the match conditions of policies", async () => {
    await start();
    const group = "/apis/admissionregistration.k8s.io/v1";
    const send = async (resource: string, spec: object): Promise<void> => {
      const response = await server.fetch(`${group}/${resource}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name: "p" }, spec }),
      });
      expect(response.status).toBe(201);
    };
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
    await send("validatingadmissionpolicies", {
      matchConstraints: { resourceRules: [rule] },
      matchConditions: [{ name: "named", expression: "object.metadata.name == 'a' || object.data.none == ''" }],
      validations: [{ expression: "true" }],
    });
    await send("validatingadmissionpolicybindings", { policyName: "p", validationActions: ["Deny"] });
    await post({ metadata: { name: "a" } });
    await post({ metadata: { name: "b" } });
    await post({ metadata: { name: "c" }, data: { none: "x" } });
    const prefix = "apiserver_admission_match_condition_";
    const labels = '{kind="policy",name="p",operation="CREATE",type="validate"}';
    expect(await series(prefix)).toMatchObject({
      // The conditions that match count for nothing.
      [`${prefix}evaluation_seconds_count${labels}`]: 2,
      [`${prefix}evaluation_errors_total${labels}`]: 1,
    });
    expect(await series(`${prefix}exclusions_total`)).toEqual({});
  });

  test("has the time that lists waited for caches, and the initial events of watches", async () => {
    await start();
    for (const name of ["a", "b"]) await post({ metadata: { name } });
    await server.fetch(collection);
    await server.fetch(`${collection}?resourceVersion=0`);
    const watch = await server.fetch(`${collection}?watch=1`);
    await watch.body?.cancel();
    const found = await series("apiserver_watch_cache_read_wait_seconds_count", "apiserver_init_events_total");
    // Any version is never waited for.
    expect(found).toMatchObject({
      'apiserver_watch_cache_read_wait_seconds_count{resource="configmaps"}': 2,
      'apiserver_init_events_total{resource="configmaps"}': 2,
    });
  });

  test("counts pods that were compared with Pod Security Standards", async () => {
    await start();
    const labels = {
      "pod-security.kubernetes.io/enforce": "baseline",
      "pod-security.kubernetes.io/enforce-version": "v1.30",
      "pod-security.kubernetes.io/warn": "restricted",
    };
    await server.client.core.v1.namespaces().create({ metadata: { name: "strict", labels } });
    const pods = server.client.core.v1.pods("strict");
    const containers = [{ name: "c", image: "x" }];
    await pods.create({ metadata: { name: "a" }, spec: { containers } });
    await expect(pods.create({ metadata: { name: "b" }, spec: { containers, hostNetwork: true } })).rejects.toThrow();
    const count = (decision: string, mode: string, policy: string): string =>
      `pod_security_evaluations_total{decision="${decision}",mode="${mode}",${policy},request_operation="create",resource="pod",subresource=""}`;
    const baseline = 'policy_level="baseline",policy_version="v1.30"';
    const restricted = 'policy_level="restricted",policy_version="latest"';
    expect(await series("pod_security_evaluations_total")).toEqual({
      [count("allow", "enforce", baseline)]: 1,
      [count("deny", "enforce", baseline)]: 1,
      [count("deny", "warn", restricted)]: 1,
    });
  });

  test("counts updates of pods of namespaces without restrictions, and has series of exemptions from the start", async () => {
    await start();
    const pods = server.client.core.v1.pods("default");
    await pods.create({ metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "x" }] } });
    await pods.patch("a", { type: "merge", patch: { metadata: { labels: { a: "b" } } } });
    const labels = 'decision="allow",mode="enforce",policy_level="privileged",policy_version="latest"';
    const of = (operation: string, resource: string): string =>
      `request_operation="${operation}",resource="${resource}",subresource=""`;
    const exempt = (operation: string, resource: string): string =>
      `pod_security_exemptions_total{${of(operation, resource)}}`;
    expect(await series("pod_security_")).toEqual({
      [`pod_security_evaluations_total{${labels},${of("create", "pod")}}`]: 1,
      [`pod_security_evaluations_total{${labels},${of("update", "pod")}}`]: 1,
      [exempt("create", "pod")]: 0,
      [exempt("create", "controller")]: 0,
      [exempt("update", "pod")]: 0,
      [exempt("update", "controller")]: 0,
    });
  });

  test("counts requests by resource, and requests for unknown resources together", async () => {
    await start();
    await post({ metadata: { name: "a" } });
    await post({ metadata: { name: "b" } }, "?dryRun=All");
    await post({ metadata: { name: "b" } }, "?dryRun=All&dryRun=Some");
    for (const path of [collection, "/api/v1/configmaps", `${collection}/a`, `${collection}/none`])
      await server.fetch(path);
    await server.fetch(`${collection}/a`, {
      method: "PATCH",
      headers: { "content-type": "application/apply-patch+yaml" },
      body: "{apiVersion: v1, kind: ConfigMap}",
    });
    for (const path of ["/api/v1/nothing", "/apis/nothing/v1/x", "/nothing", "/version", "/readyz/ping"])
      await server.fetch(path);
    await server.fetch("/readyz");
    const total = await series("apiserver_request_total");
    const of = (code: number, scope: string, verb: string, dryRun = ""): string =>
      `apiserver_request_total{code="${code}",${labelled(scope, verb, `dry_run="${dryRun}",`)}}`;
    expect(Object.fromEntries(Object.entries(total).filter(([name]) => name.includes('"configmaps"')))).toEqual({
      [of(201, "resource", "POST")]: 1,
      [of(201, "resource", "POST", "All")]: 1,
      [of(422, "resource", "POST", "invalid")]: 1,
      [of(200, "namespace", "LIST")]: 1,
      [of(200, "cluster", "LIST")]: 1,
      [of(200, "resource", "GET")]: 1,
      [of(404, "resource", "GET")]: 1,
      [of(422, "resource", "APPLY")]: 1,
    });
    expect(Object.keys(total).filter((name) => name.includes('component=""'))).toEqual([
      'apiserver_request_total{code="200",component="",dry_run="",group="",resource="",scope="",subresource="/readyz",verb="GET",version=""}',
    ]);
    const { [`apiserver_request_body_size_bytes_count{resource="configmaps",verb="create"}`]: bodies } =
      await series("apiserver_request_body_size");
    expect(bodies).toBe(3);
  });

  test("counts a watch while it runs, its events, and its end", async () => {
    await start();
    const stop = new AbortController();
    const watch = await server.fetch(`${collection}?watch=1`, { signal: stop.signal });
    const reader = watch.body?.getReader();
    await post({ metadata: { name: "a" } });
    await reader?.read();
    const running = `apiserver_longrunning_requests{${labelled("namespace", "WATCH")}}`;
    const counted = `apiserver_request_total{code="200",${labelled("namespace", "WATCH", 'dry_run="",')}}`;
    const events = 'apiserver_watch_events_total{group="",kind="ConfigMap",version="v1"}';
    const during = await series("apiserver_longrunning", "apiserver_request_total", "apiserver_watch_events_total");
    expect([during[running], during[counted], during[events]]).toEqual([1, undefined, 1]);
    await reader?.cancel();
    stop.abort();
    const after = await series("apiserver_longrunning", "apiserver_request_total", "apiserver_current_inflight");
    expect([after[running], after[counted]]).toEqual([0, 1]);
    expect(after['apiserver_current_inflight_requests{request_kind="readOnly"}'], "this one").toBe(1);
  });

  test("records requests of deprecated APIs", async () => {
    await start();
    await server.fetch("/api/v1/componentstatuses");
    expect(await series("apiserver_requested_deprecated_apis")).toEqual({
      'apiserver_requested_deprecated_apis{group="",removed_release="",resource="componentstatuses",subresource="",version="v1"}': 1,
    });
  });

  test("counts authenticated and authorized requests", async () => {
    await start();
    const ask = (token: string): Promise<Response> =>
      server.fetch("/api", { headers: { authorization: `Bearer ${token}` } });
    await ask("wrong");
    await ask(server.tokenFor({ name: "alice" }));
    const counts = await series("authentication_attempts", "authenticated_user", "authorization_attempts");
    expect(counts).toMatchObject({
      'authentication_attempts{result="error"}': 1,
      'authentication_attempts{result="success"}': 2,
      'authenticated_user_requests{username="admin"}': 1,
      'authenticated_user_requests{username="other"}': 1,
      'authorization_attempts_total{result="allowed"}': 1,
      'authorization_attempts_total{result="no-opinion"}': 1,
    });
  });

  test("reports stored objects, also of resources without requests", async () => {
    await start();
    await post({ metadata: { name: "a" } });
    const fork = server.fork();
    await server[Symbol.asyncDispose]();
    server = await fork;
    const stored = await series("apiserver_storage", "apiserver_watch_cache_initializations");
    expect(stored).toMatchObject({
      'apiserver_storage_objects{resource="configmaps"}': 1,
      'apiserver_storage_objects{resource="deployments.apps"}': 0,
    });
    expect(stored['apiserver_storage_size_bytes{storage_cluster_id="etcd-0"}']).toBeGreaterThan(0);
    expect(stored['apiserver_watch_cache_initializations_total{resource="deployments.apps"}']).toBeUndefined();
  });

  test.each([
    [undefined, "text/plain; version=0.0.4; charset=utf-8; escaping=underscores"],
    ["application/json", "text/plain; version=0.0.4; charset=utf-8; escaping=underscores"],
    [
      "application/openmetrics-text;version=1.0.0,text/plain;q=0.5",
      "application/openmetrics-text; version=1.0.0; charset=utf-8",
    ],
    ["application/openmetrics-text;q=0.5,text/plain", "text/plain; version=0.0.4; charset=utf-8; escaping=underscores"],
  ])("has a format that a client that accepts %s can read", async (accept, contentType) => {
    await start();
    const answer = await server.fetch("/metrics", accept === undefined ? {} : { headers: { accept } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, contentType]);
    expect(answer.headers.get("process-start-time-unix")).toMatch(/^\d+$/);
  });

  test("requires permission, and has only the metrics of checks below it", async () => {
    await start({ dialect: svcDialect });
    expect((await server.as({ name: "alice" }).fetch("/metrics")).status).toBe(403);
    expect((await server.fetch("/metrics/none")).status).toBe(404);
    await server.fetch("/livez");
    const slis = await (await server.fetch("/metrics/slis")).text();
    expect(slis).toContain('svc_healthcheck{name="ping",type="livez"} 1');
    expect(slis).toContain('svc_healthchecks_total{name="ping",status="success",type="livez"} 1');
    expect(Object.keys(await series("svc_build_info"))).toEqual([expect.stringContaining('git_version="v1.33.0+svc"')]);
  });
});

test("allocations of service addresses and node ports are counted, until DELETE of /metrics", async () => {
  await start();
  const service = (name: string, spec: object): Promise<Response> =>
    server.fetch("/api/v1/namespaces/default/services", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } }),
    });
  const prefixes = ["kube_apiserver_clusterip_allocator_allocat", "kube_apiserver_nodeport_allocator_"];
  const before = await series(...prefixes);
  expect((await service("any", { type: "NodePort" })).status).toBe(201);
  expect((await service("chosen", { clusterIP: "10.0.0.77" })).status).toBe(201);
  expect((await service("taken", { clusterIP: "10.0.0.77" })).status).toBe(422);
  const after = await series(...prefixes);
  const gained = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  const [addresses, ports] = ["kube_apiserver_clusterip_allocator_", "kube_apiserver_nodeport_allocator_"];
  const cidr = 'cidr="10.0.0.0/24"';
  expect({
    allocated: gained(`${addresses}allocated_ips{${cidr}}`),
    dynamic: gained(`${addresses}allocation_total{${cidr},scope="dynamic"}`),
    static: gained(`${addresses}allocation_total{${cidr},scope="static"}`),
    errors: gained(`${addresses}allocation_errors_total{${cidr},scope="static"}`),
    ports: gained(`${ports}allocated_ports`),
    portsLeft: gained(`${ports}available_ports`),
    dynamicPorts: gained(`${ports}allocation_total{scope="dynamic"}`),
  }).toEqual({ allocated: 2, dynamic: 1, static: 1, errors: 1, ports: 1, portsLeft: -1, dynamicPorts: 1 });
  const reset = await server.fetch("/metrics", { method: "DELETE" });
  expect([reset.status, await reset.text()]).toEqual([200, "metrics reset\n"]);
  expect(await (await server.fetch("/metrics/slis", { method: "DELETE" })).text()).toBe("metrics reset\n");
  const left = await series(...prefixes);
  expect(left[`${addresses}allocation_total{${cidr},scope="static"}`]).toBe(0);
  expect(left[`${ports}allocated_ports`]).toBe(after[`${ports}allocated_ports`]);
});
