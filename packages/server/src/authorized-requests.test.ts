import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { builtin } from "@svc/api";
import type { Attributes } from "@svc/authz";
import { systemClock } from "@svc/base";
import type { Handler, HttpRequest } from "@svc/http";
import { kubernetesDialect, type StatusError } from "@svc/meta";
import { defineResource, type Verb } from "@svc/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDispatch } from "./dispatch.ts";
import { createFeatureGates } from "./feature-gates.ts";
import { initialCatalog } from "./initial-catalog.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import type { RouteHandler } from "./request/handlers.ts";
import type { RequestInfo } from "./request/request-info.ts";
import { authorizationStage } from "./stages/authorize.ts";

/** The operation that a handler was called for. */
interface Ran {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly verb: Verb | "connect";
  readonly namespace: string;
  readonly name: string;
}

interface Seen {
  readonly status: number;
  readonly authorized: Attributes | undefined;
  readonly ran: Ran | undefined;
}

const gates = createFeatureGates({});
const catalog = initialCatalog({ resources: [builtin()], dialect: kubernetesDialect });

/** A server whose authorizer records and allows, and whose handlers only report. */
function recordingServer(
  served = catalog,
  onAuthorize: () => void = () => undefined,
): (method: string, target: string) => Promise<Seen> {
  let authorized: Attributes | undefined;
  let ran: Ran | undefined;
  const report: RouteHandler = (_state, { endpoint, namespace = "", name = "", verb }) => {
    const { definition, version, subresource } = endpoint;
    const { group } = version;
    ran = { group, version: version.version, resource: definition.resource, subresource, verb, namespace, name };
    return { status: 200, headers: [], body: Buffer.alloc(0) };
  };
  const everyKey: ReadonlyMap<string, RouteHandler> = Object.assign(new Map(), { get: () => report });
  const handle: Handler = createPipeline({
    stages: [
      authorizationStage({
        gates,
        clock: systemClock,
        dialect: kubernetesDialect,
        observe: () => undefined,
        authorizer: {
          authorize: (attributes) => {
            authorized = attributes;
            onAuthorize();
            return { verdict: "allow", reason: "" };
          },
        },
      }),
    ],
    dispatch: createDispatch({
      catalog: served,
      clock: systemClock,
      dialect: kubernetesDialect,
      admitConnection: async () => undefined,
      takes: () => true,
      handlers: {
        ofGroup: () => undefined,
        verbs: {
          get: report,
          list: report,
          watch: report,
          create: report,
          update: report,
          patch: report,
          delete: report,
          deletecollection: report,
        },
        subresources: everyKey,
        paths: new Map(),
      },
    }),
    randomUid: () => "id",
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    errorResponse: ({ code }: StatusError) => ({ status: code, headers: [], body: Buffer.alloc(0) }),
    clock: systemClock,
  });
  return async (method, target) => {
    authorized = undefined;
    ran = undefined;
    const { status } = await handle(requestOf(method, target));
    return { status, authorized, ran };
  };
}

function requestOf(method: string, target: string): HttpRequest {
  return {
    method,
    target,
    header: () => undefined,
    headerLines: () => [],
    headerNames: () => [],
    remoteAddress: "127.0.0.1",
    host: "here",
    peerCertificates: () => [],
    body: Readable.from([]),
    readBody: () => Promise.resolve(Buffer.alloc(0)),
    signal: new AbortController().signal,
    abort: () => undefined,
  };
}

/** The verbs of each method, repeated here: the test must not depend on the server. */
const verbsOfMethods = new Map<string, readonly string[]>([
  ["GET", ["get", "list", "watch"]],
  ["POST", ["create"]],
  ["PUT", ["update"]],
  ["PATCH", ["patch"]],
  ["DELETE", ["delete", "deletecollection"]],
]);
const connectVerbs = new Map([
  ["GET", "get"],
  ["HEAD", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
  ["OPTIONS", ""],
]);

/** The executed operation is the authorized one, and belongs to the method. */
function expectSame(method: string, { status, authorized, ran }: Seen): void {
  if (ran === undefined) {
    expect(status).toBeGreaterThanOrEqual(400);
    return;
  }
  const { group, version, resource, subresource } = ran;
  expect(authorized).toMatchObject({ isResource: true, group, version, resource, subresource });
  if (ran.verb === "connect") expect(authorized?.verb).toBe(connectVerbs.get(method));
  else {
    expect(authorized?.verb).toBe(ran.verb);
    expect(verbsOfMethods.get(method)).toContain(ran.verb);
  }
  // A list that can only mean one object is authorized as a request for that object.
  const selects = ran.name === "" && (ran.verb === "list" || ran.verb === "watch");
  expect(authorized?.name).toBe(selects ? (authorized?.name ?? "") : ran.name);
  // A namespace is in itself.
  expect(authorized?.namespace).toBe(group === "" && resource === "namespaces" ? ran.name : ran.namespace);
}

describe("the authorized operation is the executed one", () => {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];
  const others = ["get", "Post", "delete", "WATCH", "LIST", "PROXY", "constructor", "__proto__", "toString", ""];
  const all = catalog.snapshot().groups.flatMap(({ versions }) =>
    versions.flatMap(({ group, version, resources }) =>
      [...resources.values()].map(({ definition, subresources }) => ({
        root: group === "" ? `/api/${version}` : `/apis/${group}/${version}`,
        resource: definition.resource,
        subresources: [...subresources.keys()],
      })),
    ),
  );
  const between = ["", "watch/", "proxy/", "watch/watch/", "/"];
  const where = ["", "namespaces/n/", "namespaces//", "namespaces/status/", "namespaces/n/namespaces/n/"];

  test.each(all.map((kind) => [`${kind.root}/${kind.resource}`, kind] as const))("%s", async (_, kind) => {
    const send = recordingServer();
    const subresources = [...kind.subresources, "nope", "constructor", "__proto__"];
    const tails = [
      "",
      "/",
      "/x",
      "/x/",
      "/watch",
      "//x",
      ...subresources.flatMap((s) => [`/x/${s}`, `//${s}`, `/${s}/${s}`, `/x/${s}/y`]),
    ];
    for (const prefix of between)
      for (const place of where)
        for (const tail of tails)
          for (const method of [...methods, ...others]) {
            const target = `${kind.root}/${prefix}${place}${kind.resource}${tail}`;
            expectSame(method, await send(method, target));
            if (tail === "" || tail === "/x") expectSame(method, await send(method, `${target}?watch=1`));
          }
  });

  test("on paths put together from anything", async () => {
    const word = fc.constantFrom(
      "api",
      "apis",
      "v1",
      "apps",
      "",
      "watch",
      "proxy",
      "namespaces",
      "n",
      "status",
      "finalize",
      "pods",
      "nodes",
      "deployments",
      "serviceaccounts",
      "token",
      "log",
      "exec",
      "scale",
      "binding",
      "bindings",
      "%2F",
      "%2e%2e",
      "..",
      ".",
      "%77atch",
      "constructor",
      "__proto__",
    );
    const query = fc.constantFrom(
      "",
      "?watch=1",
      "?watch=0&watch=1",
      "?fieldSelector=metadata.name%3Dn",
      "?subresource=status",
      "?method=DELETE",
    );
    const root = fc.constantFrom("/api/v1", "/apis/apps/v1", "/apis/authorization.k8s.io/v1", "");
    const send = recordingServer();
    await fc.assert(
      fc.asyncProperty(
        root,
        fc.array(word, { maxLength: 6 }),
        query,
        fc.constantFrom(...methods, ...others),
        async (base, words, requested, method) => {
          expectSame(method, await send(method, `${base}/${words.join("/")}${requested}`));
        },
      ),
      { numRuns: 3000, seed: 7 },
    );
  });
});

describe("the authorized operation is the executed one, while definitions change", () => {
  const schema = {
    "~standard": {
      version: 1 as const,
      vendor: "test",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ type: "object" }) },
    },
  };
  const widget = { group: "shop.example.com", version: "v1", kind: "Widget", schema };
  /** What may be served from one request to the next, and from its authorization to its handler. */
  const states = [
    [],
    [defineResource(widget)],
    [defineResource({ ...widget, scope: "Cluster" })],
    [defineResource({ ...widget, statusSubresource: true })],
    [defineResource({ ...widget, kind: "Status", plural: "status" }), defineResource(widget)],
    [defineResource({ ...widget, kind: "Namespace", plural: "namespaces", scope: "Cluster" })],
    [defineResource({ ...widget, verbs: ["get", "watch"] })],
  ].map((made) => made.flatMap((definitions) => definitions(kubernetesDialect)));
  const root = "/apis/shop.example.com/v1";
  const targets = ["", "/namespaces/n", "/namespaces/widgets"].flatMap((place) =>
    ["widgets", "widgets/x", "widgets/x/status", "status", "status/x", "namespaces/x", "watch/widgets"].map(
      (tail) => `${root}${place}/${tail}`,
    ),
  );

  test("before the handler is found", async () => {
    const changing = initialCatalog({ resources: [builtin()], dialect: kubernetesDialect });
    let next: (typeof states)[number] = [];
    const send = recordingServer(changing, () => changing.replace("changing", next));
    for (const before of states)
      for (const after of states)
        for (const target of targets)
          for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
            changing.replace("changing", before);
            next = after;
            // Below the old prefix, an extension type is watched by any method.
            expectSame(target.includes("/watch/") ? "GET" : method, await send(method, target));
          }
  });
});

/**
 * One line of the table: a target, and the original's authorized and executed operation per method.
 */
interface Row {
  readonly target: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  /** `GET,HEAD=get@name:runs` */
  readonly cases: readonly string[];
}

const rows: readonly Row[] = readFileSync(new URL("../testdata/authorized-requests.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [target = "", group = "", resource = "", namespace = "", cases = ""] = line.split("\t");
    return { target, group, resource, namespace, cases: cases.split(" ") };
  });

function whole({ resource, subresource }: Pick<RequestInfo, "resource" | "subresource">): string {
  return subresource === "" ? resource : `${resource}/${subresource}`;
}

describe("kube-apiserver authorizes and runs the same", () => {
  test.each(rows)("$target", async ({ target, group, resource, namespace, cases }) => {
    const send = recordingServer();
    for (const one of cases) {
      const [, methods = "", verb = "", name = "", outcome = ""] = /^(.*)=([^@:]*)(?:@(.*))?:(\w+)$/.exec(one) ?? [];
      for (const method of methods.split(",")) {
        const { status, authorized, ran } = await send(method, target);
        const got = { method, verb: authorized?.verb ?? "-", outcome: ran === undefined ? String(status) : "runs" };
        expect(got).toEqual({ method, verb: verb === "?" ? got.verb : verb, outcome });
        if (verb === "-") continue;
        const { group: g, namespace: n } = authorized ?? {};
        expect({
          method,
          group: g,
          resource: whole(authorized ?? { resource: "", subresource: "" }),
          namespace: n,
        }).toEqual({ method, group, resource, namespace });
        if (verb !== "?" && name !== "?") expect(authorized?.name).toBe(name);
      }
    }
  });
});
