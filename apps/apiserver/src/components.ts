import type { Component } from "@svc/controlplane";
import { createHttpClient, fetchWhole, ResponseTimeoutError } from "@svc/http/client";

/**
 * The other programs of a control plane, where they usually are: on this machine.
 * Source: their default ports.
 */
export const controlPlaneComponents: readonly Component[] = [
  component("scheduler", 10259),
  component("controller-manager", 10257),
];

const timeoutMs = 2_000;

function component(name: string, port: number): Component {
  const url = new URL(`https://127.0.0.1:${port}/healthz`);
  return { name, problem: () => problemOf(url) };
}

/**
 * Their certificates are self-signed; only their health is asked for, and no credentials are sent.
 */
async function problemOf(url: URL): Promise<string | undefined> {
  using client = createHttpClient({ tls: { insecureSkipVerify: true } });
  const failed = (why: string): string => `Get ${JSON.stringify(url.href)}: ${why}`;
  try {
    const { status } = await fetchWhole(client, { method: "GET", url, timeoutMs });
    return status === 200 ? undefined : failed(`status ${status}`);
  } catch (error) {
    if (error instanceof ResponseTimeoutError) return failed(`no answer in ${timeoutMs} ms`);
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(code === "ECONNREFUSED" ? `dial tcp ${url.host}: connect: connection refused` : message);
  }
}
