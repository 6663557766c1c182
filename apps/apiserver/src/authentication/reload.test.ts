import { createManualClock, silentLog } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { kubernetesDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseFlags } from "../flags.ts";
import { createProcessMetrics } from "../metrics/metrics.ts";
import { openFolder, type TestFolder } from "../testing/running-server.ts";
import { loadJwt } from "./jwt.ts";

const configuration = (rest: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n${rest}`;
const anonymousAt = (path: string): string =>
  configuration(`anonymous: {enabled: true, conditions: [{path: ${path}}]}\n`);

describe("the authentication configuration", () => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = await openFolder();
  });
  afterAll(async () => folder[Symbol.asyncDispose]());

  test("is reloaded when it changes; an invalid file is ignored and logged", async () => {
    const path = await folder.write("authentication.yaml", anonymousAt("/livez"));
    const clock = createManualClock();
    const flags = parseFlags([`--authentication-config=${path}`]);
    const metrics = createProcessMetrics(flags, clock);
    const problems: string[] = [];
    const { anonymous, stop } = await loadJwt({
      flags,
      dialect: kubernetesDialect,
      clock,
      egress: createEgress(),
      metrics,
      log: { ...silentLog, error: (_, fields) => void problems.push(String(fields?.["problem"])) },
      disallowedIssuers: [],
    });
    const paths = (): readonly string[] => anonymous()?.paths ?? [];
    const change = async (text: string, seen: () => void): Promise<void> => {
      await folder.write("authentication.yaml", text);
      await vi.waitFor(() => {
        clock.advance(2_000);
        seen();
      }, 60_000);
    };
    expect(paths()).toEqual(["/livez"]);

    await change(configuration("jwt: [{issuer: {url: 'http://plain', audiences: [a]}}]\n"), () =>
      expect(problems).toHaveLength(1),
    );
    expect(problems[0]).toContain('jwt[0].issuer.url: Invalid value: "http://plain": URL scheme must be https');
    expect(paths(), "the good one still counts").toEqual(["/livez"]);

    await change(anonymousAt("/readyz"), () => expect(paths()).toEqual(["/readyz"]));
    stop();

    const body = (await metrics.metrics.expose("text")).body.toString();
    const reloads = "apiserver_authentication_config_controller_automatic_reload";
    expect(body).toMatch(new RegExp(`^${reloads}s_total{apiserver_id_hash="[^"]+",status="success"} 1$`, "m"));
    expect(body).toMatch(new RegExp(`^${reloads}s_total{apiserver_id_hash="[^"]+",status="failure"} 1$`, "m"));
    expect(body).toMatch(new RegExp(`^${reloads}_last_timestamp_seconds{.*status="success"} \\d+`, "m"));
  });
});
