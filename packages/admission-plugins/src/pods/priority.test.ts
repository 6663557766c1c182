import { type ApiObject, kubernetesDialect as dialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { priority } from "./priority.ts";

const classOf = (name: string, more: object): ApiObject => ({ metadata: { name }, ...more });
const high = classOf("high", { value: 1000 });
const never = classOf("never", { value: 500, preemptionPolicy: "Never" });
const byDefault = classOf("def", { value: 10, globalDefault: true, preemptionPolicy: "Never" });
const otherDefault = classOf("higher", { value: 20, globalDefault: true });

const plugin = (classes: readonly ApiObject[]) =>
  priority({
    dialect,
    priorityClass: (name) => classes.find(({ metadata }) => metadata.name === name),
    priorityClasses: async () => classes,
  });

const given = (what: string, computed: string): string =>
  `pods "a" is forbidden: the ${what} must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`;

describe("pods", () => {
  test.each<[spec: object, classes: readonly ApiObject[], want: string | object]>([
    [{}, [high], { priority: 0, preemptionPolicy: "PreemptLowerPriority" }],
    [{ priorityClassName: "high" }, [high], { priority: 1000, preemptionPolicy: "PreemptLowerPriority" }],
    [{ priorityClassName: "high", priority: 1000 }, [high], { priority: 1000 }],
    [{ priorityClassName: "never" }, [never], { priority: 500, preemptionPolicy: "Never" }],
    [{}, [high, otherDefault, byDefault], { priority: 10, priorityClassName: "def", preemptionPolicy: "Never" }],
    [{ priorityClassName: "no" }, [], 'pods "a" is forbidden: no PriorityClass with name no was found'],
    [{ priorityClassName: "high", priority: 5 }, [high], given("integer value of priority (5)", "1000")],
    [{ priority: 5 }, [], given("integer value of priority (5)", "0")],
    [
      { priorityClassName: "high", preemptionPolicy: "Never" },
      [high],
      given("string value of PreemptionPolicy (Never)", "PreemptLowerPriority"),
    ],
  ])("%j among %j", async (spec, classes, want) => {
    const request = requestFor("pods", { spec: structuredClone(spec) });
    const verdict = await verdictOf(plugin(classes), request);
    if (typeof want === "string") expect(verdict).toBe(want);
    else expect({ verdict, object: request.object }).toMatchObject({ verdict: "admitted", object: { spec: want } });
  });

  test("keep the priority of their creation", async () => {
    const oldObject = { metadata: { name: "a" }, spec: { priority: 7, preemptionPolicy: "Never" } } as ApiObject;
    const request = requestFor("pods", { spec: { priority: null } }, { oldObject });
    expect(await verdictOf(plugin([high]), request)).toBe("admitted");
    expect(request.object).toMatchObject({ spec: { priority: 7, preemptionPolicy: "Never" } });
  });
});

describe("classes", () => {
  const resource = "priorityclasses.scheduling.k8s.io";
  const second = `${resource} "a" is forbidden: PriorityClass def is already marked as default. Only one default can exist`;
  test.each<[object: object, classes: readonly ApiObject[], want: string]>([
    [{ value: 1, globalDefault: true }, [], "admitted"],
    [{ value: 1, globalDefault: true }, [byDefault], second],
    [{ value: 1 }, [byDefault], "admitted"],
    [byDefault, [byDefault], "admitted"],
  ])("%j among %j", async (object, classes, want) => {
    expect(await verdictOf(plugin(classes), requestFor(resource, object))).toBe(want);
  });
});
