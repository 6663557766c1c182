import { X509Certificate } from "node:crypto";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type TestCertificates, testCertificates } from "../testing/certificates.ts";
import { jsonResponse, refusal } from "../testing/scripted-transport.ts";
import type { Endpoint } from "../transport/endpoint.ts";
import { authorityPin } from "./authority-pin.ts";
import { detachedSignature, parseBootstrapToken, verifiesDetached } from "./detached-signature.ts";
import { type DiscoverOptions, discoverCluster } from "./discover-cluster.ts";

const token = { id: "abcdef", secret: "0123456789abcdef" };
const text = `${token.id}.${token.secret}`;
const server = new URL("https://first:6443");

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await testCertificates();
});

const kubeconfig = (cluster: object = {}): string => {
  const data = Buffer.from(certificates.authority).toString("base64");
  return JSON.stringify({
    clusters: [{ name: "", cluster: { server: "https://api:6443", "certificate-authority-data": data, ...cluster } }],
  });
};
const signed = (reported: string) => ({
  kubeconfig: reported,
  "jws-kubeconfig-abcdef": detachedSignature(reported, token),
});

/** Discovers a cluster whose servers return these responses in order. */
function discover(responses: readonly object[], options: Partial<DiscoverOptions> = {}) {
  const rest = [...responses];
  const reached: Endpoint[] = [];
  const paths: string[] = [];
  const reach = (endpoint: Endpoint) => {
    reached.push(endpoint);
    return {
      fetch: async ({ path }: { path: string }) => {
        paths.push(path);
        return jsonResponse({ metadata: {}, data: rest.shift() });
      },
      close: () => undefined,
      [Symbol.dispose]: () => undefined,
    };
  };
  return { result: discoverCluster({ dialect: svcDialect, server, token: text, reach, ...options }), reached, paths };
}

describe("a cluster with a known token", () => {
  test.each([
    [svcDialect, "svc-public"],
    [kubernetesDialect, "kube-public"],
  ])("is requested without verification first, and with it afterwards ($name)", async (dialect, namespace) => {
    const { result, reached, paths } = discover([signed(kubeconfig()), signed(kubeconfig())], { dialect });
    const { endpoint, credentials } = await result;
    expect(endpoint.server.href).toBe("https://api:6443/");
    expect(endpoint.certificateAuthority).toBe(certificates.authority);
    expect((await credentials.current()).headers).toEqual({ authorization: `Bearer ${text}` });
    expect(reached[0]).toEqual({ server, insecureSkipTlsVerify: true });
    expect(reached[1]).toEqual(endpoint);
    expect(new Set(paths)).toEqual(new Set([`/api/v1/namespaces/${namespace}/configmaps/cluster-info`]));
  });

  test("may be known by its authority too", async () => {
    const pin = authorityPin(new X509Certificate(certificates.authority));
    const reported = signed(kubeconfig());
    const pins = (authorityPins: readonly string[]) => discover([reported, reported], { authorityPins }).result;
    expect((await pins(["sha256:00", pin.toUpperCase().replace("SHA256", "sha256")])).endpoint.server.host).toBe(
      "api:6443",
    );
    await expect(pins(["sha256:00"])).rejects.toThrow("authority matches none of the pins");
  });

  test.each<[string, () => readonly object[], string]>([
    ["is missing", () => [{}], "first:6443 has no cluster information"],
    ["is not signed", () => [{ kubeconfig: kubeconfig() }], "is not signed by token abcdef"],
    [
      "is signed by another token",
      () => [
        {
          ...signed(kubeconfig()),
          "jws-kubeconfig-abcdef": detachedSignature(kubeconfig(), { ...token, secret: "f".repeat(16) }),
        },
      ],
      "has an invalid signature by token abcdef",
    ],
    [
      "was changed",
      () => [{ ...signed(kubeconfig()), kubeconfig: kubeconfig({ server: "https://evil" }) }],
      "invalid signature",
    ],
    ["names no cluster", () => [signed("{}")], "names no cluster, or several"],
    [
      "names a file",
      () => [signed(kubeconfig({ "certificate-authority": "/etc/hostname" }))],
      "has no certificate-authority-data",
    ],
    [
      "names no authority",
      () => [signed(kubeconfig({ "certificate-authority-data": undefined }))],
      "has no certificate-authority-data",
    ],
    ["needs no proof", () => [signed(kubeconfig({ "insecure-skip-tls-verify": true }))], "only one counts"],
    [
      "differs over the verified connection",
      () => [signed(kubeconfig()), signed(kubeconfig({ server: "https://other" }))],
      "api:6443 and first:6443 return different cluster information",
    ],
  ])("and that %s is not trusted", async (_what, responses, message) => {
    await expect(discover(responses()).result).rejects.toThrow(message);
  });

  test("that refuses is reported with its message", async () => {
    const reach = () => ({
      fetch: async () => refusal(403, "Forbidden"),
      close: () => undefined,
      [Symbol.dispose]: () => undefined,
    });
    await expect(discover([], { reach }).result).rejects.toMatchObject({ code: 403 });
  });

  test.each(["", "abcdef", "abcdef.short", "ABCDEF.0123456789abcdef", " abcdef.0123456789abcdef"])(
    "by %j, which is no token, is an error of the caller",
    async (wrong) => {
      await expect(discover([], { token: wrong }).result).rejects.toThrow(TypeError);
      expect(parseBootstrapToken(wrong)).toBeUndefined();
    },
  );
});

describe("a detached signature", () => {
  test("is that of the standard", () => {
    // Computed with another implementation of RFC 7515: the HMAC of `header.payload`, keyed by the
    // whole token.
    expect(detachedSignature("hello", token)).toBe(
      "eyJhbGciOiJIUzI1NiIsImtpZCI6ImFiY2RlZiJ9..1YKZyvDPfBemGGAy4I6fY-EuFZM-D15UJNRd-3NRdho",
    );
  });

  test("verifies the signed text, and no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (content, other) => {
        const signature = detachedSignature(content, token);
        expect(verifiesDetached(signature, content, token)).toBe(true);
        expect(verifiesDetached(signature, other, token)).toBe(other === content);
        expect(verifiesDetached(other, content, token)).toBe(false);
      }),
    );
  });

  test.each([
    ["another algorithm", { alg: "none", kid: "abcdef" }],
    ["another key", { alg: "HS256", kid: "zzzzzz" }],
    ["something that must be understood", { alg: "HS256", crit: ["b64"], b64: false }],
  ])("of %s is invalid", (_what, header) => {
    const [, , mac] = detachedSignature("hello", token).split(".");
    const forged = `${Buffer.from(JSON.stringify(header)).toString("base64url")}..${mac}`;
    expect(verifiesDetached(forged, "hello", token)).toBe(false);
  });
});
