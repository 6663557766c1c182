import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { rawRequest } from "./raw-request.ts";
import { alice, type RbacServer, send, startRbacServer } from "./rbac-server.ts";

const secret = "dG9wLXNlY3JldA==";

/** Alice may do everything with config maps of one namespace, and is after a secret beside them. */
describe("path traversal in names", () => {
  let rbac: RbacServer;
  let endpoint: Endpoint;
  beforeAll(async () => {
    rbac = await startRbacServer();
    endpoint = await rbac.server.listen();
    await rbac.grant("maps", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }], { namespace: "default" });
    const body = { metadata: { name: "s" }, data: { key: secret } };
    const made = await rbac.server.fetch("/api/v1/namespaces/default/secrets", send("POST", body));
    expect(made.status).toBe(201);
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());

  const maps = "/api/v1/namespaces/default/configmaps";
  test.each([
    "/../secrets/s",
    "/%2e%2e/secrets/s",
    "/..%2fsecrets%2fs",
    "/..%2Fsecrets%2Fs",
    "/x/../../secrets/s",
    "/./../secrets/s",
    "/..%5csecrets%5cs",
    "/..;/secrets/s",
    "/%252e%252e/secrets/s",
    "//../secrets/s",
    "/..%00/secrets/s",
    "/../../default/secrets/s",
    "/%2e%2e%2f%2e%2e%2fdefault%2fsecrets%2fs",
    "?x=/../secrets/s",
    "%2f..%2fsecrets%2fs",
    "/..%c0%afsecrets/s",
  ])("%s does not reach neighbouring data", async (suffix) => {
    const { status, body } = await rawRequest(endpoint, `${maps}${suffix}`, rbac.server.tokenFor(alice));
    expect(body).not.toContain(secret);
    expect(body).not.toContain('"kind":"Secret');
    // An invalid name is looked up literally, without traversal.
    expect([200, 400, 403, 404, 405]).toContain(status);
    expect(status === 200).toBe(suffix.startsWith("?"));
  });

  test.each(["..", ".", "../s", "a/b", "a%2fb", "..%2fsecrets", "a\\b", "a\0b", "/", " "])(
    "no object can be named %j",
    async (name) => {
      const answer = await rbac.alice.fetch(maps, send("POST", { metadata: { name } }));
      expect(answer.status).toBe(422);
    },
  );

  test("a namespace in a body does not lead elsewhere", async () => {
    for (const namespace of ["svc-system", "..", "default/../svc-system"]) {
      const answer = await rbac.alice.fetch(maps, send("POST", { metadata: { name: "a", namespace } }));
      expect(answer.status).toBe(400);
    }
  });
});
