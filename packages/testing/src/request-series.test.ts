import { kubernetesDialect } from "@svc/meta";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ dialect: kubernetesDialect });
});
afterEach(async () => server[Symbol.asyncDispose]());

const collection = "/api/v1/namespaces/default/configmaps";

/** The series of a metric without those of the parts of histograms. */
async function seriesOf(name: string): Promise<string[]> {
  const text = await (await server.fetch("/metrics")).text();
  return text.split("\n").filter((line) => line.startsWith(name) && !/_(bucket|sum)\{/.test(line));
}

async function post(path: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

describe("apiserver_request_total", () => {
  const requests = [
    { name: "a get with watch=1", path: `${collection}/a?watch=1`, is: ["404", "", "resource", "WATCH"] },
    { name: "a get with watch=0", path: `${collection}/a?watch=0`, is: ["404", "", "resource", "GET"] },
    {
      name: "a list in the empty namespace",
      path: "/api/v1/namespaces//configmaps",
      is: ["200", "", "namespace", "LIST"],
    },
    { name: "a list of all namespaces", path: "/api/v1/configmaps", is: ["200", "", "cluster", "LIST"] },
  ];
  test.each(requests)("has the scope and the verb of $name", async ({ path, is }) => {
    await server.fetch(path);
    expect(await seriesOf("apiserver_request_total")).toContain(total(is));
  });

  const dryRuns = [
    { query: "dryRun=All&dryRun=All", is: ["201", "All", "resource", "POST"] },
    { query: "dryRun=All&dryRun=", is: ["422", "invalid", "resource", "POST"] },
  ];
  test.each(dryRuns)("has the dry run of $query", async ({ query, is }) => {
    await post(`${collection}?${query}`, { metadata: { name: "a" } });
    expect(await seriesOf("apiserver_request_total")).toContain(total(is));
  });

  function total([code, dryRun, scope, verb]: readonly string[]): string {
    return `apiserver_request_total{code="${code}",component="apiserver",dry_run="${dryRun}",group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"} 1`;
  }
});

describe("apiserver_longrunning_requests", () => {
  const legacy = "/api/v1/watch";
  const watches = [
    {
      name: "one object by a selector",
      path: `${collection}?watch=1&fieldSelector=metadata.name%3Da`,
      is: ["resource", "WATCH"],
    },
    { name: "a namespace", path: `${collection}?watch=1`, is: ["namespace", "WATCH"] },
    { name: "all namespaces by the legacy path", path: `${legacy}/configmaps`, is: ["cluster", "LIST"] },
    {
      name: "a namespace by the legacy path",
      path: `${legacy}/namespaces/default/configmaps`,
      is: ["namespace", "LIST"],
    },
    {
      name: "one object by the legacy path",
      path: `${legacy}/namespaces/default/configmaps/a`,
      is: ["resource", "GET"],
    },
    { name: "the legacy path with a parameter", path: `${legacy}/configmaps?watch=1`, is: ["cluster", "WATCH"] },
  ];
  test.each(watches)("has the scope and the verb of a watch of $name", async ({ path, is: [scope, verb] }) => {
    const watch = await server.fetch(path);
    const labels = `component="apiserver",group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"`;
    expect(await seriesOf("apiserver_longrunning_requests")).toEqual([`apiserver_longrunning_requests{${labels}} 1`]);
    await watch.body?.cancel();
  });

  test("has a series of a connection that failed, and none of a watch that was refused or of a list", async () => {
    await server.fetch("/api/v1/namespaces/default/pods/none/log");
    await server.fetch(`${collection}?watch=1&resourceVersion=x`);
    await server.fetch(collection);
    const labels =
      'component="apiserver",group="",resource="pods",scope="resource",subresource="log",verb="CONNECT",version="v1"';
    expect(await seriesOf("apiserver_longrunning_requests")).toEqual([`apiserver_longrunning_requests{${labels}} 0`]);
  });
});

test("apiserver_request_filter_duration_seconds counts each filter that a request passed", async () => {
  const counts = async (): Promise<Record<string, number>> => {
    const lines = await seriesOf("apiserver_request_filter_duration_seconds");
    return Object.fromEntries(lines.map((line) => [line.split('"')[1], Number(line.split(" ")[1])]));
  };
  const before = await counts();
  await server.fetch(collection);
  await server.fetch(collection, { headers: { authorization: "Bearer unknown" } });
  await server.fetch(collection, { headers: { "impersonate-user": "alice" } });
  const after = await counts();
  const added = Object.entries(after).map(([filter, count]) => [filter, count - (before[filter] ?? 0)]);
  // The second scrape counts the first one, and each request but the unknown user's passed.
  expect(Object.fromEntries(added)).toEqual({
    audit: 3,
    authentication: 4,
    authorization: 2,
    impersonation: 3,
    priorityandfairness: 3,
  });
});

test("apiserver_request_body_size_bytes has series of resources with bodies only", async () => {
  await post("/version", { a: 1 });
  await post("/healthz", { a: 1 });
  await post(collection, { metadata: { name: "a" } });
  expect(await seriesOf("apiserver_request_body_size_bytes")).toEqual([
    'apiserver_request_body_size_bytes_count{resource="configmaps",verb="create"} 1',
  ]);
});

test("/metrics/slis marks the start of the process as ALPHA", async () => {
  const text = await (await server.fetch("/metrics/slis")).text();
  expect(text).toContain("# HELP process_start_time_seconds [ALPHA] ");
});

test("metrics of the store and of logs under former names are registered, and hidden", async () => {
  const registered = await seriesOf("registered_metrics_total");
  const since = (release: string, count: number): string =>
    `registered_metrics_total{deprecated_version="${release}",stability_level="ALPHA"} ${count}`;
  expect(registered).toEqual(expect.arrayContaining([since("1.27.0", 3), since("1.28.0", 1)]));
  for (const name of ["apiserver_storage_db_total_size_in_bytes", "kube_apiserver_pod_logs_pods_logs"])
    expect(await seriesOf(name)).toEqual([]);
});
