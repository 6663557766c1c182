import { kubernetesDialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import { describe, expect, test } from "vitest";
import { loadTracing, parseTracingConfiguration, type TracingConfiguration } from "./tracing.ts";

const parse = (text: string): TracingConfiguration =>
  parseTracingConfiguration(text, { path: "file", dialect: kubernetesDialect });
const head = "apiVersion: apiserver.config.k8s.io/v1beta1\nkind: TracingConfiguration\n";

describe("a configuration of traces", () => {
  test.each(["v1", "v1beta1", "v1alpha1"])("may be of version %s", (version) => {
    const text = `apiVersion: apiserver.config.k8s.io/${version}\nkind: TracingConfiguration\nsamplingRatePerMillion: 100\n`;
    expect(parse(text)).toEqual({ endpoint: "localhost:4317", samplingRatePerMillion: 100 });
  });

  test.each(["localhost:4317", "127.0.0.1:1", "[::1]:4317", "dns:///collector:4317", "unix:///run/otel.sock"])(
    "may name the endpoint %s",
    (endpoint) => {
      expect(parse(`${head}endpoint: ${JSON.stringify(endpoint)}\n`).endpoint).toBe(endpoint);
    },
  );

  test.each([
    ["samplingRatePerMillion: -1", "samplingRatePerMillion: Invalid value: -1: sampling rate must be positive"],
    ["samplingRatePerMillion: 1000001", "must be less than or equal to one million"],
    ["samplingRatePerMillion: a", "samplingRatePerMillion: "],
    ["endpoint: http://localhost:4317", "unsupported scheme: http"],
    ["endpoint: user@host:1", "must be host:port"],
    ["foo: 1", "foo"],
    ["kind: Other", "unique"],
  ])("is refused in one line: %s", (line, message) => {
    let received: unknown;
    try {
      parse(head + line);
    } catch (error) {
      received = error;
    }
    expect(received).toBeInstanceOf(StartupError);
    expect((received as Error).message).toContain(message);
    expect((received as Error).message).toMatch(/^--tracing-config-file: file: /);
  });

  test("that cannot be read ends the start", async () => {
    await expect(loadTracing({ tracingConfigFile: "/none" }, kubernetesDialect)).rejects.toThrow(
      /^--tracing-config-file: ENOENT/,
    );
  });

  test("is not looked for without the flag", async () => {
    expect(await loadTracing({}, kubernetesDialect)).toBeUndefined();
  });
});
