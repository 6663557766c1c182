import { describe, expect, it } from "vitest";
import { answerHealth, type HealthCheck, type HealthOptions } from "./health.ts";

const ok = (name: string, more: Partial<HealthCheck> = {}): HealthCheck => ({ name, check: () => undefined, ...more });
const bad = (name: string, more: Partial<HealthCheck> = {}): HealthCheck => ({
  name,
  check: () => "it broke",
  ...more,
});

async function ask(target: string, checks: readonly HealthCheck[], more: Partial<HealthOptions> = {}) {
  const [path = "", query = ""] = target.split("?");
  const answer = await answerHealth(path, new URLSearchParams(query), {
    checks: () => checks,
    started: () => true,
    ...more,
  });
  return answer && { status: answer.status, body: (answer.body as Buffer).toString() };
}

const checks = [ok("ping"), ok("store"), ok("shutdown", { endpoints: ["readyz"] })];

describe("health endpoints", () => {
  it.each([
    ["/healthz", "ok"],
    ["/readyz?verbose", "[+]ping ok\n[+]store ok\n[+]shutdown ok\nreadyz check passed\n"],
    ["/livez?verbose=false", "[+]ping ok\n[+]store ok\nlivez check passed\n"],
    ["/livez?verbose&exclude=store", "[+]ping ok\n[+]store excluded: ok\nlivez check passed\n"],
    [
      "/livez?verbose&exclude=b&exclude=a",
      '[+]ping ok\n[+]store ok\nwarn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n',
    ],
    ["/livez/ping?verbose", "ok"],
  ])("%s", async (target, body) => {
    expect(await ask(target, checks)).toEqual({ status: 200, body });
  });

  it("do not have checks of other endpoints", async () => {
    expect(await ask("/livez/shutdown", checks)).toBeUndefined();
    expect(await ask("/healthz/none", checks)).toBeUndefined();
  });

  it("fail with every line but without reasons, which the log gets", async () => {
    const received: string[] = [];
    const observe = (endpoint: string, name: string, problem = "") =>
      void received.push(`${endpoint} ${name} ${problem}`);
    const body = "[+]ping ok\n[-]store failed: reason withheld\nreadyz check failed\n";
    expect(await ask("/readyz", [ok("ping"), bad("store")], { observe })).toEqual({ status: 500, body });
    expect(await ask("/readyz/store", [bad("store")])).toEqual({
      status: 500,
      body: "internal server error: it broke\n",
    });
    expect(received).toEqual(["readyz ping ", "readyz store it broke"]);
  });

  it("report a check that throws as failed, and an excluded one as ok", async () => {
    const thrower: HealthCheck = { name: "t", check: () => Promise.reject(new Error("boom")) };
    expect((await ask("/readyz", [thrower]))?.status).toBe(500);
    expect((await ask("/readyz?exclude=t", [thrower]))?.status).toBe(200);
  });

  it("give a start time before livez includes it", async () => {
    const hook = bad("poststarthook/x", { delayed: true });
    expect((await ask("/livez", [hook], { started: () => false }))?.status).toBe(200);
    expect((await ask("/readyz", [hook], { started: () => false }))?.status).toBe(500);
    expect((await ask("/livez", [hook]))?.status).toBe(500);
  });
});
