import { join } from "node:path";
import { createManualClock } from "@svc/base";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { beforeAll, describe, expect, test } from "vitest";
import type { Command } from "../credentials/run-command.ts";
import { type TestCertificates, testCertificates } from "../testing/certificates.ts";
import { temporaryFiles } from "../testing/files.ts";
import { type ConnectOptions, connectionOf } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { parseKubeconfig } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await testCertificates();
});

interface Parts {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
  readonly path?: string;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function connect(
  { cluster, user = {}, context, path }: Parts,
  options: Partial<ConnectOptions> = {},
): Promise<Connection> {
  const text = JSON.stringify({
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "k", user: "u", ...context } }],
    clusters: [{ name: "k", cluster: { server: "https://h:1", ...cluster } }],
    users: [{ name: "u", user }],
  });
  const config = parseKubeconfig(text, path === undefined ? {} : { path });
  return connectionOf(config, { dialect: svcDialect, clock: createManualClock(), ...options });
}

const headersOf = async ({ credentials }: Connection) => (await credentials.current()).headers;

describe("the server that a context means", () => {
  test.each([
    [{}, { insecureSkipTlsVerify: false }],
    [{ "tls-server-name": "other" }, { tlsServerName: "other" }],
    [{ "insecure-skip-tls-verify": true }, { insecureSkipTlsVerify: true }],
    [{ "proxy-url": "http://me:pw@proxy:3128" }, { proxy: new URL("http://me:pw@proxy:3128") }],
  ])("has the settings of its cluster: %j", async (cluster, want) => {
    const { endpoint } = await connect({ cluster });
    expect(endpoint).toMatchObject({ server: new URL("https://h:1"), ...want });
  });

  test("is reached through the proxy of the environment unless its cluster has one", async () => {
    const env = { HTTPS_PROXY: "http://env:1" };
    expect((await connect({}, { env })).endpoint.proxy?.host).toBe("env:1");
    expect((await connect({ cluster: { "proxy-url": "http://own:2" } }, { env })).endpoint.proxy?.host).toBe("own:2");
  });

  test("has the inline authority, or else that of a file relative to the kubeconfig", async () => {
    using files = temporaryFiles();
    files.put("ca.pem", certificates.authority);
    const path = join(files.dir, "config");
    const ca = { "certificate-authority": "ca.pem" };
    expect((await connect({ path, cluster: ca })).endpoint.certificateAuthority).toBe(certificates.authority);
    const both = { "certificate-authority": "absent", "certificate-authority-data": base64(certificates.authority) };
    expect((await connect({ path, cluster: both })).endpoint.certificateAuthority).toBe(certificates.authority);
  });

  test.each<[object, string]>([
    [{ server: "" }, "clusters[0].cluster.server must be given"],
    [{ server: "h:1" }, "clusters[0].cluster.server must be a URL, https://… or http://…, not h://"],
    [{ server: "nowhere" }, "clusters[0].cluster.server must be a URL, https://… or http://…"],
    [{ "proxy-url": "socks5://p" }, "proxy-url must be a URL, http://… or https://…, not socks5://"],
    [{ "insecure-skip-tls-verify": "yes" }, "insecure-skip-tls-verify must be true or false"],
    [{ "certificate-authority-data": "***" }, "certificate-authority-data is not base64"],
    [{ "certificate-authority-data": "eA==" }, "the certificate-authority is not a certificate in PEM"],
    [{ "certificate-authority": "/nowhere/ca" }, "certificate-authority: ENOENT"],
  ])("that is %j is refused", async (cluster, message) => {
    await expect(connect({ cluster })).rejects.toThrow(KubeconfigError);
    await expect(connect({ cluster })).rejects.toThrow(message);
  });

  test("cannot both be proven and not be", async () => {
    const data = base64(certificates.authority);
    const cluster = { "certificate-authority-data": data, "insecure-skip-tls-verify": true };
    await expect(connect({ cluster })).rejects.toThrow("only one counts");
  });
});

describe("the context", () => {
  const config = parseKubeconfig("contexts: [{name: a, context: {cluster: k}}, {name: b, context: {user: u}}]");

  test.each<[Partial<ConnectOptions>, string]>([
    [{}, "has no current-context, and none was asked for"],
    [{ context: "z" }, 'has no context "z"; it has context "a", "b"'],
    [{ context: "a" }, 'has no cluster "k"; it has no cluster'],
    [{ context: "b" }, "contexts[1].context.cluster must be given"],
  ])("%j cannot be", async (options, message) => {
    await expect(connectionOf(config, { dialect: svcDialect, ...options })).rejects.toThrow(message);
  });

  test("has the namespace, and may omit the user", async () => {
    expect((await connect({ context: { namespace: "n" } })).namespace).toBe("n");
    const anonymous = await connect({ context: { user: "" } });
    expect([anonymous.namespace, await headersOf(anonymous)]).toEqual(["default", {}]);
    await expect(connect({ context: { user: "x" } })).rejects.toThrow('has no user "x"; it has user "u"');
  });
});

describe("client credentials", () => {
  test("authenticates with a token", async () => {
    expect(await headersOf(await connect({ user: { token: "t" } }))).toEqual({ authorization: "Bearer t" });
  });

  test("authenticates with the token in the file, which precedes an inline one", async () => {
    using files = temporaryFiles();
    files.put("token", "from-file\n");
    const connection = await connect({ path: join(files.dir, "config"), user: { tokenFile: "token", token: "t" } });
    expect(await headersOf(connection)).toEqual({ authorization: "Bearer from-file" });
  });

  test("authenticates with a certificate, from files or inline", async () => {
    using files = temporaryFiles();
    const { certificate, key } = await certificates.client("me");
    const user = { "client-certificate": files.put("c", certificate), "client-key-data": base64(key) };
    expect(await (await connect({ user })).credentials.current()).toEqual({
      headers: {},
      certificate: { certificate, key },
    });
  });

  test("may impersonate another user", async () => {
    const user = {
      token: "t",
      as: "bob",
      "as-uid": "7",
      "as-groups": ["g", "h"],
      "as-user-extra": { "Scopes/x": ["1", "2"] },
    };
    expect(await headersOf(await connect({ user }))).toEqual({
      authorization: "Bearer t",
      "impersonate-user": "bob",
      "impersonate-uid": "7",
      "impersonate-group": ["g", "h"],
      "impersonate-extra-scopes%2Fx": ["1", "2"],
    });
  });

  test.each<[object, string]>([
    [{ username: "u", password: "p" }, "users[0].user.username: passwords are not supported"],
    [{ "auth-provider": { name: "gcp" } }, "auth-provider is not supported; use exec instead"],
    [{ token: "a b" }, "users[0].user.token: a bearer token must be printable ASCII"],
    [{ "as-groups": ["g"] }, "has as-uid, as-groups or as-user-extra without as"],
    [{ as: "b", "as-groups": [1] }, "users[0].user.as-groups[0] must be a string"],
    [{ "client-key-data": "eA==" }, "has only one of client-certificate and client-key"],
    [{ "client-certificate-data": "eA==", "client-key-data": "eA==" }, "not a certificate and a key in PEM"],
    [{ exec: { command: "c" } }, "users[0].user.exec.apiVersion must be given"],
    [
      { exec: { apiVersion: "v1", command: "c" } },
      "must be client.authentication.svc.io/v1 or client.authentication.svc.io/v1beta1",
    ],
    [{ exec: { apiVersion: "client.authentication.svc.io/v1" } }, "exec.command must be given"],
    [
      { exec: { apiVersion: "client.authentication.svc.io/v1", command: "c" } },
      "exec.interactiveMode must be given: Never, IfAvailable, Always",
    ],
    [
      { exec: { apiVersion: "client.authentication.svc.io/v1", command: "c", interactiveMode: "x" } },
      "must be one of Never",
    ],
  ])("cannot be %j", async (user, message) => {
    await expect(connect({ user })).rejects.toThrow(KubeconfigError);
    await expect(connect({ user })).rejects.toThrow(message);
  });

  test("with the key of another certificate is rejected, without showing a secret", async () => {
    const [mine, other] = [await certificates.client("me"), await certificates.client("other")];
    const user = { "client-certificate-data": base64(mine.certificate), "client-key-data": base64(other.key) };
    const error: unknown = await connect({ user }).catch((e: unknown) => e);
    expect(String(error)).toContain("the key is not that of the certificate");
    expect(String(error)).not.toContain(other.key.slice(30, 60));
  });
});

describe("a program that gives credentials", () => {
  const run = async (exec: object, parts: Parts, dialect = svcDialect): Promise<Command> => {
    const requested: Command[] = [];
    const apiVersion = dialect.expand("client.authentication.{api}/v1");
    const user = { exec: { apiVersion, interactiveMode: "Never", command: "plugin", ...exec } };
    const connection = await connect(
      { ...parts, user },
      {
        dialect,
        env: { PATH: "/bin" },
        runCommand: (command) => {
          requested.push(command);
          const output = { apiVersion, kind: "ExecCredential", status: { token: "t" } };
          return Promise.resolve({ exitCode: 0, stdout: JSON.stringify(output), stderr: "" });
        },
      },
    );
    await connection.credentials.current();
    const [command] = requested;
    if (command === undefined) throw new Error("it was not asked");
    return command;
  };

  test.each([
    ["plugin", "plugin"],
    ["./plugin", "/etc/kube/plugin"],
    ["bin/plugin", "/etc/kube/bin/plugin"],
    ["/bin/plugin", "/bin/plugin"],
  ])("named %s is %s", async (command, want) => {
    expect((await run({ command }, { path: "/etc/kube/config" })).command).toBe(want);
  });

  test.each([svcDialect, kubernetesDialect])(
    "gets the cluster information when it requests it ($name)",
    async (dialect) => {
      const extension = { name: dialect.expand("client.authentication.{api}/exec"), extension: { audience: "a" } };
      const cluster = {
        "certificate-authority-data": base64(certificates.authority),
        "tls-server-name": "other",
        extensions: [{ name: "x", extension: 1 }, extension],
      };
      const { env } = await run({ provideClusterInfo: true, env: [{ name: "A", value: "b" }] }, { cluster }, dialect);
      const { [dialect.execInfoVariable]: info = "", ...rest } = env;
      expect(rest).toEqual({ PATH: "/bin", A: "b" });
      expect(JSON.parse(info)).toEqual({
        kind: "ExecCredential",
        apiVersion: dialect.expand("client.authentication.{api}/v1"),
        spec: {
          interactive: false,
          cluster: {
            server: "https://h:1",
            "tls-server-name": "other",
            "certificate-authority-data": base64(certificates.authority),
            config: { audience: "a" },
          },
        },
      });
    },
  );
});
