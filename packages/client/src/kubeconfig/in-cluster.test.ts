import { createManualClock } from "@svc/base";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../testing/files.ts";
import { inClusterConnection } from "./in-cluster.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

describe.each([
  [svcDialect, "SVC"],
  [kubernetesDialect, "KUBERNETES"],
] as const)("a program in a Pod (%o)", (dialect, prefix) => {
  const env = (host: string, port = "443") => ({ [`${prefix}_SERVICE_HOST`]: host, [`${prefix}_SERVICE_PORT`]: port });

  test.each([
    ["10.0.0.1", "https://10.0.0.1/"],
    ["fd00::1", "https://[fd00::1]/"],
  ])("at %s finds its server and its credentials", async (host, url) => {
    using files = temporaryFiles();
    for (const [name, text] of Object.entries({ token: "t", "ca.crt": "PEM", namespace: "n\n" })) files.put(name, text);
    const options = { dialect, clock: createManualClock(), directory: files.dir };
    const { endpoint, credentials, namespace } = await inClusterConnection({ ...options, env: env(host) });
    expect([endpoint.server.href, endpoint.certificateAuthority, namespace]).toEqual([url, "PEM", "n"]);
    expect((await credentials.current()).headers).toEqual({ authorization: "Bearer t" });
  });

  test("reports that it is not in a cluster", async () => {
    using files = temporaryFiles();
    const options = { dialect, directory: files.dir };
    const nowhere = `not in a cluster: ${prefix}_SERVICE_HOST and ${prefix}_SERVICE_PORT are not both set`;
    await expect(inClusterConnection({ ...options, env: {} })).rejects.toThrow(nowhere);
    await expect(inClusterConnection({ ...options, env: env("10.0.0.1", "") })).rejects.toThrow(nowhere);
    await expect(inClusterConnection({ ...options, env: env("10.0.0.1") })).rejects.toThrow(KubeconfigError);
    await expect(inClusterConnection({ ...options, env: env("a b") })).rejects.toThrow("make no address");
  });
});
