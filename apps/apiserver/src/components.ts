import { quote } from "@svc/base";
import type { Component } from "@svc/controlplane";
import { type Destination, type Egress, fetchWhole, ResponseTimeoutError } from "@svc/http/client";

/**
 * The other programs of a control plane, where they usually are: on this machine.
 * Source: their default ports.
 */
export function controlPlaneComponents(egress: Egress): readonly Component[] {
  return [
    { name: "scheduler", port: 10_259 },
    { name: "controller-manager", port: 10_257 },
  ].map(({ name, port }) => {
    const url = new URL(`https://127.0.0.1:${port}/healthz`);
    return { name, problem: () => problemOf(egress, url) };
  });
}

const timeoutMs = 2_000;

/** The certificates are self-signed; requests ask for health only and carry no credentials. */
const destination: Destination = { purpose: "component", tls: { insecureSkipVerify: true } };

async function problemOf(egress: Egress, url: URL): Promise<string | undefined> {
  const failed = (why: string): string => `Get ${quote(url.href)}: ${why}`;
  try {
    const { status } = await fetchWhole(egress.client(destination), { method: "GET", url, timeoutMs });
    return status === 200 ? undefined : failed(`status ${status}`);
  } catch (error) {
    if (error instanceof ResponseTimeoutError) return failed(`no answer in ${timeoutMs} ms`);
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(code === "ECONNREFUSED" ? `dial tcp ${url.host}: connect: connection refused` : message);
  }
}
