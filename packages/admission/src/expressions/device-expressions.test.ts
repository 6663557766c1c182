import { describe, expect, it } from "vitest";
import { deviceExpressions } from "./device-expressions.ts";

const { compile } = deviceExpressions();
const maxCost = 1_000_000;

describe("expressions that choose a device", () => {
  it.each([
    ["device.driver == 'a.example.com'", "bool"],
    ["device.attributes['a.example.com'].model == 'x' && device.attributes['a.example.com'].count > 1", "bool"],
    ["device.attributes['a.example.com'].version.isGreaterThan(semver('1.0.0'))", "bool"],
    ["device.capacity['a.example.com'].memory.compareTo(quantity('1Gi')) > 0", "bool"],
    ["device.attributes[?'a.example.com'].hasValue()", "bool"],
    ["cel.bind(x, device.attributes['a'], x.b == 1)", "bool"],
    ["device.attributes['x'].y", "dyn"],
    ["device", "kubernetes.DRADevice"],
    ["device.driver", "string"],
    ["device.capacity['x'].y", "kubernetes.Quantity"],
  ])("%s is of type %s", (text, type) => {
    expect(compile(text)).toMatchObject({ type });
  });

  it.each([
    ["device.other == 1", "undefined field 'other'"],
    ["request.name == 'x'", "undeclared reference to 'request'"],
    ["device.capacity['x'].y > 1", "found no matching overload for '_>_' applied to '(kubernetes.Quantity, int)'"],
    ["device.driver ==", "Syntax error"],
  ])("%s is invalid", (text, error) => {
    expect(compile(text)).toEqual({ error: expect.stringContaining(error) });
  });

  it("are estimated by the bounds of device attributes", () => {
    const within = "device.attributes.all(a, device.attributes[a].all(b, true))";
    const beyond = ["k", "l", "m", "n"].reduceRight((inner, v) => `device.attributes.exists(${v}, ${inner})`, "k == n");
    expect((compile(within) as { maxCost: number }).maxCost).toBeLessThan(maxCost);
    expect((compile(beyond) as { maxCost: number }).maxCost).toBeGreaterThan(maxCost);
  });
});
