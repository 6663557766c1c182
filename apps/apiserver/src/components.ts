import { get } from "node:https";
import type { Component } from "@svc/server";

/** The other programs of a control plane, where they usually are: beside this one. Source: their default ports. */
export const besideUs: readonly Component[] = [component("scheduler", 10259), component("controller-manager", 10257)];

const timeoutMs = 2_000;

function component(name: string, port: number): Component {
  const url = `https://127.0.0.1:${port}/healthz`;
  return { name, problem: () => problemOf(url) };
}

/** Their certificates are their own: whether they are well is all that is asked, and nothing is told to them. */
function problemOf(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (why: string): void => resolve(`Get ${JSON.stringify(url)}: ${why}`);
    const request = get(
      url,
      { rejectUnauthorized: false, timeout: timeoutMs, agent: false },
      ({ statusCode, resume }) => {
        resume();
        if (statusCode === 200) resolve(undefined);
        else failed(`status ${statusCode}`);
      },
    );
    request.once("timeout", () => request.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    request.once("error", (error: NodeJS.ErrnoException) => {
      const refused = error.code === "ECONNREFUSED";
      failed(refused ? `dial tcp ${new URL(url).host}: connect: connection refused` : error.message);
    });
  });
}
