import type { AdmissionExpressions } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { createExpressions } from "./admission-expressions.ts";

const expressions = createExpressions();
const head = (issue: string): string => `ERROR: <input>:${issue}`;

function first(text: string, scope: AdmissionExpressions = expressions.admission({ params: false })): string {
  const compiled = scope.compile(text);
  return "type" in compiled ? compiled.type : (compiled.error.split("\n")[0] ?? "");
}

it.each<[string, string]>([
  ["true", "bool"],
  ["object.x", "dyn"],
  ["[1, 2]", "list(int)"],
  ["null", "null_type"],
  ["namespaceObject.spec", "kubernetes.NamespaceSpec"],
  ["request.userInfo.extra", "map(string, list(string))"],
  ["authorizer.requestResource.check('get').allowed()", "bool"],
  ["foo", head("1:1: undeclared reference to 'foo' (in container '')")],
  ["params", head("1:1: undeclared reference to 'params' (in container '')")],
  ["variables.a", head("1:1: undeclared reference to 'variables' (in container '')")],
  ["request.uid", head("1:8: undefined field 'uid'")],
  ["namespaceObject.metadata.uid", head("1:25: undefined field 'uid'")],
  ["request.operation == 1", head("1:19: found no matching overload for '_==_' applied to '(string, int)'")],
  ["'1.2.3' == string(semver('1.2.3'))", head("1:25: undeclared reference to 'semver' (in container '')")],
  ["isSemver('1.2.3')", head("1:9: undeclared reference to 'isSemver' (in container '')")],
  ["'isSemver' == object.a", "bool"],
  ["request == 1", head("1:9: found no matching overload for '_==_' applied to '(kubernetes.AdmissionRequest, int)'")],
])("%s", (text, answer) => {
  expect(first(text)).toBe(answer);
});

it("errors show where", () => {
  expect(expressions.admission({ params: false }).compile("1 + foo")).toEqual({
    error: "ERROR: <input>:1:5: undeclared reference to 'foo' (in container '')\n | 1 + foo\n | ....^",
  });
});

it.each(["int('x') == 1", "uint(-1) == 1u", "'a'.find('(') == ''"])(
  "a constant that fails, %s, is internal",
  (text) => {
    const scope = expressions.admission({ params: false });
    const expected = { error: expect.stringMatching(/^program instantiation failed: /), isInternal: true };
    for (const compiled of [scope.compile(text), scope.compileMessage(text), scope.declare("a", text)])
      expect(compiled).toEqual(expected);
  },
);

it("parameters are there where there are some", () => {
  expect(first("params.x", expressions.admission({ params: true }))).toBe("dyn");
});

it("messages have no authorizer", () => {
  const scope = expressions.admission({ params: false });
  expect(scope.compileMessage("object.x + 'a'")).toEqual({ type: "string" });
  expect(scope.compileMessage("string(authorizer.group('').resource('pods').check('get').allowed())")).toMatchObject({
    error: expect.stringContaining("undeclared reference to 'authorizer'"),
  });
});

it.each<[string, object]>([
  ["Object{spec: Object.spec{a: object.a}}", { type: "Object" }],
  ["Object.spec", { type: "type(Object.spec)" }],
  ['[JSONPatch{op: "remove", path: jsonpatch.escapeKey("/a")}]', { type: "list(JSONPatch)" }],
  ["variables.a", { error: expect.stringContaining("undeclared reference to 'variables'") }],
])("a mutation may construct objects: %s", (text, answer) => {
  const scope = expressions.admission({ params: false });
  expect(scope.compileMutation(text)).toEqual(answer);
  expect(scope.compile(text)).toHaveProperty("error");
});

describe("variables", () => {
  it("are there, without any, where something could not be declared", () => {
    expect(first("variables.a", expressions.admission({ params: false, variables: true }))).toBe(
      head("1:10: undefined field 'a'"),
    );
  });

  it("are declared, with their types, for later expressions", () => {
    const scope = expressions.admission({ params: false });
    expect(scope.declare("a", "1")).toEqual({ type: "int" });
    expect(first("variables.a", scope)).toBe("int");
    expect(first("variables.b", scope)).toBe(head("1:10: undefined field 'b'"));
    expect(first("variables == 1", scope)).toBe(
      head("1:11: found no matching overload for '_==_' applied to '(kubernetes.variables, int)'"),
    );
    expect(scope.declare("a", "[object]")).toEqual({ type: "list(dyn)" });
    expect(first("variables.a[0].x", scope)).toBe("dyn");
  });

  it("are declared even if there are none", () => {
    const scope = expressions.admission({ params: false });
    expect(scope.declare("a", "variables.b")).toMatchObject({
      error: expect.stringContaining("1:10: undefined field 'b'"),
    });
  });

  it("that are invalid cause no further errors", () => {
    const scope = expressions.admission({ params: false });
    expect(scope.declare("a", "foo")).toHaveProperty("error");
    expect(first("variables.a == 2", scope)).toBe("bool");
  });

  it("are scoped to one object", () => {
    expressions.admission({ params: false }).declare("a", "1");
    expect(first("variables.a")).toContain("undeclared reference to 'variables'");
  });
});
