import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { protobufMessage } from "./protobuf-message.ts";
import { alice, type RbacServer, startRbacServer } from "./rbac-server.ts";

const objects = "/api/v1/namespaces/default/configmaps";
const pods = "/api/v1/namespaces/default/pods";
const accounts = "/api/v1/namespaces/default/serviceaccounts";
const deployment = "/apis/apps/v1/namespaces/default/deployments/d";

interface Case {
  readonly what: string;
  readonly method?: string;
  readonly path: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string | Uint8Array<ArrayBuffer>;
  readonly status: number;
}

const json = "application/json";
const merge = "application/merge-patch+json";
const apply = "application/apply-patch+yaml";
const yaml = "application/yaml";
const protobuf = "application/vnd.svc.protobuf";
const scaleOf = (apiVersion: string, kind: string): object => ({
  apiVersion,
  kind,
  metadata: { name: "d" },
  spec: { replicas: 3 },
});
const configMap = (metadata: object): object => ({ apiVersion: "v1", kind: "ConfigMap", metadata });

/**
 * The address is what was authorized. Anything else in a request that names a verb or an object
 * must agree with it, or is ignored. Statuses are those of kube-apiserver 1.33.
 *
 * | class                          | what could say something else                                |
 * | ------------------------------ | ------------------------------------------------------------ |
 * | names in bodies                | name, namespace and kind of an object, a patch or an action  |
 * | other ways to name a verb      | headers and parameters for methods, verbs and subresources   |
 * | scale and status               | a kind of another group; fields that are not the view's      |
 * | dry run                        | a value that is not `All`; a body that is read instead       |
 * | several documents in a body    | a second object of another kind or name                      |
 * | protobuf                       | the type in the envelope                                     |
 * | field selectors                | a name that was not authorized, in a second selector         |
 * | impersonation                  | rights of the client itself, in checks that follow           |
 */
const refused: readonly Case[] = [
  {
    what: "another name in an update",
    method: "PUT",
    path: `${objects}/a`,
    body: configMap({ name: "b" }),
    status: 400,
  },
  {
    what: "another namespace in an update",
    method: "PUT",
    path: `${objects}/a`,
    body: configMap({ name: "a", namespace: "other" }),
    status: 400,
  },
  {
    what: "another namespace in a create",
    path: objects,
    body: configMap({ name: "c", namespace: "other" }),
    status: 400,
  },
  {
    what: "another kind in a create",
    path: objects,
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "c" } },
    status: 400,
  },
  {
    what: "a list in a create",
    path: objects,
    body: { apiVersion: "v1", kind: "List", items: [configMap({ name: "c" })] },
    status: 400,
  },
  {
    what: "another name in a patch",
    method: "PATCH",
    path: `${objects}/a`,
    type: merge,
    body: { metadata: { name: "b" } },
    status: 400,
  },
  {
    what: "another namespace in a patch",
    method: "PATCH",
    path: `${objects}/a`,
    type: merge,
    body: { metadata: { namespace: "other" } },
    status: 400,
  },
  {
    what: "another kind in a patch",
    method: "PATCH",
    path: `${objects}/a`,
    type: merge,
    body: { kind: "Secret" },
    status: 422,
  },
  {
    what: "another name in an apply",
    method: "PATCH",
    path: `${objects}/a?fieldManager=m`,
    type: apply,
    body: configMap({ name: "b" }),
    status: 400,
  },
  {
    what: "another namespace in an apply",
    method: "PATCH",
    path: `${objects}/a?fieldManager=m`,
    type: apply,
    body: configMap({ name: "a", namespace: "other" }),
    status: 400,
  },
  {
    what: "another name in a repeated key",
    method: "PUT",
    path: `${objects}/a`,
    body: '{"metadata":{"name":"a"},"metadata":{"name":"b"}}',
    status: 400,
  },
  {
    what: "another name in an eviction",
    path: `${pods}/p/eviction`,
    body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "q" } },
    status: 400,
  },
  {
    what: "another namespace in an eviction",
    path: `${pods}/p/eviction`,
    body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p", namespace: "other" } },
    status: 400,
  },
  {
    what: "another name in a binding",
    path: `${pods}/p/binding`,
    body: { metadata: { name: "q" }, target: { name: "n" } },
    status: 400,
  },
  {
    what: "another namespace in a binding",
    path: "/api/v1/namespaces/default/bindings",
    body: { metadata: { name: "p", namespace: "other" }, target: { name: "n" } },
    status: 400,
  },
  {
    what: "another namespace in an access review",
    path: "/apis/authorization.svc.io/v1/namespaces/default/localsubjectaccessreviews",
    body: { spec: { user: "u", resourceAttributes: { namespace: "other", verb: "get", resource: "pods" } } },
    status: 422,
  },
  {
    what: "another name in a scale",
    method: "PUT",
    path: `${deployment}/scale`,
    body: { ...scaleOf("autoscaling/v1", "Scale"), metadata: { name: "e" } },
    status: 400,
  },
  {
    what: "a scale of another group",
    method: "PUT",
    path: `${deployment}/scale`,
    body: scaleOf("apps/v1beta1", "Scale"),
    status: 400,
  },
  {
    what: "the object itself as its scale",
    method: "PUT",
    path: `${deployment}/scale`,
    body: scaleOf("apps/v1", "Deployment"),
    status: 400,
  },
  { what: "a dry run of another case", path: `${objects}?dryRun=all`, body: configMap({ name: "c" }), status: 422 },
  { what: "a dry run that is empty", path: `${objects}?dryRun=`, body: configMap({ name: "c" }), status: 422 },
  {
    what: "a dry run and something else",
    path: `${objects}?dryRun=All&dryRun=`,
    body: configMap({ name: "c" }),
    status: 422,
  },
  { what: "two JSON objects", path: objects, body: '{"metadata":{"name":"c"}}{"metadata":{"name":"d"}}', status: 400 },
  { what: "an array of objects", path: objects, body: '[{"metadata":{"name":"c"}}]', status: 400 },
  {
    what: "a sequence of CBOR",
    path: objects,
    type: "application/cbor-seq",
    body: new Uint8Array([0xa0]),
    status: 415,
  },
  {
    what: "another kind in the first YAML document",
    path: objects,
    type: yaml,
    body: "apiVersion: v1\nkind: Secret\nmetadata: {name: c}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n",
    status: 400,
  },
  {
    what: "another kind in a protobuf envelope",
    path: objects,
    type: protobuf,
    body: protobufMessage({ apiVersion: "v1", kind: "Secret", name: "c" }),
    status: 400,
  },
];

const ignored: readonly Case[] = [
  {
    what: "headers that name a method",
    method: "GET",
    path: `${objects}/a`,
    headers: { "x-http-method-override": "DELETE", "x-http-method": "DELETE", "x-method-override": "DELETE" },
    status: 200,
  },
  {
    what: "parameters that name a method or a verb",
    method: "GET",
    path: `${objects}/a?_method=DELETE&method=DELETE&verb=delete`,
    status: 200,
  },
  {
    what: "parameters and headers that name a subresource",
    method: "GET",
    path: `${objects}/a?subresource=status`,
    headers: { "x-subresource": "status" },
    status: 200,
  },
  {
    what: "parameters that name an object",
    method: "GET",
    path: `${objects}/a?name=b&namespace=other&resource=secrets`,
    status: 200,
  },
  {
    what: "the name of another address",
    method: "GET",
    path: `${objects}/a`,
    headers: { "x-original-url": "/api/v1/secrets", "x-rewrite-url": "/api/v1/secrets" },
    status: 200,
  },
  {
    what: "later YAML documents",
    path: `${objects}?dryRun=All`,
    type: yaml,
    body: "metadata: {name: c}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: d}\n",
    status: 201,
  },
  {
    what: "a spec in a status",
    method: "PUT",
    path: `${deployment}/status`,
    body: { metadata: { name: "d" }, spec: { replicas: 9 } },
    status: 200,
  },
];

describe("only the address decides what a request is for", () => {
  let rbac: RbacServer;
  const send = (
    { method = "POST", path, type = json, headers = {}, body }: Case,
    by = rbac.server.fetch,
  ): Promise<Response> => {
    const sent = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
    const content = body === undefined ? {} : { "content-type": type };
    return by(path, {
      method,
      headers: { ...content, ...headers },
      ...(body === undefined ? {} : { body: sent }),
    });
  };
  const everything = async (): Promise<string> => {
    const texts = [objects, pods, "/api/v1/secrets", "/apis/apps/v1/deployments"].map(async (path) => {
      const { items } = (await (await rbac.server.fetch(path)).json()) as {
        items: { metadata: { name: string }; spec?: { replicas?: number } }[];
      };
      return items.map(({ metadata, spec }) => `${metadata.name} ${spec?.replicas ?? ""}`);
    });
    return JSON.stringify(await Promise.all(texts));
  };
  let before: string;
  beforeAll(async () => {
    rbac = await startRbacServer();
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    const made: readonly (readonly [string, object])[] = [
      [objects, { metadata: { name: "a" } }],
      [pods, { metadata: { name: "p" }, spec: template.spec }],
      [accounts, { metadata: { name: "default" } }],
      [
        "/apis/apps/v1/namespaces/default/deployments",
        { metadata: { name: "d" }, spec: { replicas: 1, selector: { matchLabels: { a: "b" } }, template } },
      ],
    ];
    for (const [path, body] of made)
      expect((await send({ what: "", path, body, status: 201 })).status).toBeOneOf([201, 409]);
    before = await everything();
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());

  test.each(refused)("$what is refused", async (one) => {
    expect((await send(one)).status).toBe(one.status);
    expect(await everything()).toBe(before);
  });

  test.each(ignored)("$what: ignored", async (one) => {
    expect((await send(one)).status).toBe(one.status);
    expect(await everything()).toBe(before);
  });

  test("a list by field selector shows only the object that was authorized", async () => {
    await rbac.grant(
      "one",
      [
        {
          apiGroups: [""],
          resources: ["configmaps"],
          resourceNames: ["a"],
          verbs: ["list", "watch", "deletecollection"],
        },
      ],
      { namespace: "default" },
    );
    const listed = async (selectors: readonly string[]): Promise<number | string[]> => {
      const query = selectors.map((s) => `fieldSelector=${encodeURIComponent(s)}`).join("&");
      const answer = await rbac.alice.fetch(`${objects}?${query}`);
      if (answer.status !== 200) return answer.status;
      const { items } = (await answer.json()) as { items: { metadata: { name: string } }[] };
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await listed(["metadata.name=a"])).toEqual(["a"]);
    expect(await listed(["metadata.name=a,metadata.name=b"])).toEqual([]);
    expect(await listed(["metadata.name=a", "metadata.name=b"])).toEqual(["a"]);
    expect(await listed(["metadata.name=b", "metadata.name=a"])).toBe(403);
    expect(await listed(["metadata.name!=b"])).toBe(403);
    const deleted = await rbac.alice.fetch(`${objects}?fieldSelector=metadata.name%3Da`, { method: "DELETE" });
    expect(deleted.status).toBe(403);
  });

  test("a client that impersonates a user has the rights of that user in all that follows", async () => {
    const { group } = rbac;
    await rbac.grant("act", [
      { apiGroups: [""], resources: ["users"], resourceNames: ["bob"], verbs: ["impersonate"] },
      { apiGroups: [""], resources: ["configmaps"], verbs: ["create"] },
    ]);
    const role = {
      metadata: { name: "bob" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["update"] }],
    };
    await send({ what: "", path: `${rbac.roles}/clusterroles`, body: role, status: 201 });
    const roleRef = { apiGroup: group, kind: "ClusterRole", name: "bob" };
    const subjects = [{ apiGroup: group, kind: "User", name: "bob" }];
    await send({
      what: "",
      path: `${rbac.roles}/clusterrolebindings`,
      body: { metadata: { name: "bob" }, roleRef, subjects },
      status: 201,
    });
    const asBob = (one: Case): Promise<Response> =>
      send({ ...one, headers: { "impersonate-user": "bob" } }, rbac.alice.fetch);
    expect(
      (await asBob({ what: "", method: "PUT", path: `${objects}/a`, body: { metadata: { name: "a" } }, status: 200 }))
        .status,
    ).toBe(200);
    // Alice may create; bob, as whom she acts, may not.
    expect((await asBob({ what: "", path: objects, body: { metadata: { name: "new" } }, status: 403 })).status).toBe(
      403,
    );
    const requested = {
      spec: { resourceAttributes: { verb: "create", resource: "configmaps", namespace: "default" } },
    };
    const review = await send(
      {
        what: "",
        path: "/apis/authorization.svc.io/v1/selfsubjectaccessreviews",
        body: requested,
        headers: { "impersonate-user": "bob" },
        status: 201,
      },
      rbac.server.fetch,
    );
    expect(((await review.json()) as { status: { allowed: boolean } }).status.allowed).toBe(false);
    expect(alice.name).toBe("alice");
  });
});
