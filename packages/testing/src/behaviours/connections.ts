import { get, post, put, refused } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const core = "/api/v1/namespaces/default";
const pod = (name: string, nodeName: string | undefined, containers: readonly string[]) =>
  post(`${core}/pods`, {
    metadata: { name },
    spec: {
      ...(nodeName === undefined ? {} : { nodeName }),
      containers: containers.map((c) => ({ name: c, image: "i" })),
      ...(containers.length > 1 ? { initContainers: [{ name: "first", image: "i" }] } : {}),
    },
  });

/** Requests for nodes, pods and services, as far as they need no connection. */
export const connections: readonly Scenario[] = [
  {
    name: "logs, commands and ports of pods",
    exchanges: [
      pod("one", undefined, ["a"]),
      pod("two", "gone", ["a", "b"]),
      get(`${core}/pods/one/log`, {}, 204),
      refused(
        get(`${core}/pods/one/log`, { headers: { accept: "text/plain" } }),
        406,
        "only the following media types are accepted: application/json, application/yaml, application/vnd.{product}.protobuf",
      ),
      refused(
        get(`${core}/pods/one/log`, { headers: { accept: "application/*" } }),
        406,
        "406: Not Acceptable\n\nAvailable representations: text/plain, application/json, application/yaml, application/vnd.{product}.protobuf",
      ),
      refused(get(`${core}/pods/one/exec?command=x`), 400, "pod one does not have a host assigned"),
      refused(
        get(`${core}/pods/two/log`),
        400,
        "a container name must be specified for pod two, choose one of: [first a b]",
      ),
      refused(get(`${core}/pods/two/log?container=c`), 400, "container c is not valid for pod two"),
      refused(get(`${core}/pods/two/attach?container=a`), 404, 'pods "gone" not found'),
      refused(
        get(`${core}/pods/one/log?tailLines=-1&limitBytes=0&sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z&stream=All`),
        422,
        'PodLogOptions "one" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified, stream: Forbidden: may not be specified]',
      ),
      refused(
        get(`${core}/pods/one/log?sinceTime=x`),
        400,
        'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
      ),
      refused(
        get(`${core}/pods/one/portforward?ports=80&ports=x`),
        400,
        'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
      ),
      refused(post(`${core}/pods/one/exec?dryRun=All`, {}), 400, "dryRun is not supported"),
    ],
  },
  {
    name: "proxies",
    exchanges: [
      pod("one", undefined, ["a"]),
      post(`${core}/services`, {
        metadata: { name: "s" },
        spec: { clusterIP: "None", ports: [{ name: "http", port: 80 }] },
      }),
      post("/api/v1/nodes", { metadata: { name: "n" } }),
      refused(get(`${core}/pods/one:80/proxy/`), 400, "address not allowed"),
      refused(get(`${core}/pods/a:b:c:d/proxy/`), 400, 'invalid pod request "a:b:c:d"'),
      refused(get(`${core}/services/ftp:s:80/proxy/`), 400, 'invalid service request "ftp:s:80"'),
      refused(get(`${core}/services/s:81/proxy/`), 503, 'no service port 81 found for service "s"'),
      refused(get(`${core}/services/s/proxy/`), 404, 'services "s" not found'),
      post(`${core}/endpoints`, { metadata: { name: "s" } }),
      refused(get(`${core}/services/s:80/proxy/`), 503, 'no endpoints available for service "s"'),
      put(`${core}/endpoints/s`, {
        metadata: { name: "s" },
        subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ name: "http", port: 1 }] }],
      }),
      refused(get(`${core}/services/s:other/proxy/`), 503, 'no endpoints available for service "s:other"'),
      refused(get(`${core}/services/https:s:http/proxy/`), 503, 'no endpoints available for service "https:s:http"'),
      refused(get("/api/v1/nodes/gone/proxy/metrics"), 404, 'nodes "gone" not found'),
      refused(get("/api/v1/nodes/n/proxy/metrics"), 500, "no preferred addresses found; known addresses: []"),
    ],
  },
];
