import { describe, expect, it } from "vitest";
import { CompileError, clusterEnv, createEnv, formatType, toPlain } from "../index.ts";

const env = createEnv({ ...clusterEnv({ mutations: true }), variables: { object: "dyn" } });

function resultOf(text: string): unknown {
  const result = env.compile(text).evaluate({ object: { spec: { replicas: 3 } } });
  return result.ok ? toPlain(result.value) : result.error.message;
}

function issueOf(text: string): string {
  try {
    env.check(env.parse(text));
    return "";
  } catch (error) {
    if (error instanceof CompileError) return error.message;
    throw error;
  }
}

describe("objects that expressions construct", () => {
  it.each<[string, unknown]>([
    ["Object{}", {}],
    ["Object{spec: Object.spec{replicas: object.spec.replicas + 1}}", { spec: { replicas: 4 } }],
    ["Object{?a: optional.none(), ?b: optional.of(1)}", { b: 1 }],
    ["Object{a: 1, a: 2}", { a: 2 }],
    ["Object{a: 1}.a", 1],
    ["Object{}.a == null", true],
    ["has(Object{a: 1}.b)", false],
    ["has(Object{a: 1}.a)", true],
    ["Object{a: 1} == Object{a: 1}", true],
    ["Object{a: 1} == Object{a: 1, b: 2}", false],
    ["[Object.a.b{c: 'd'}].map(x, x.c)", ["d"]],
    ["JSONPatch{op: 'add', path: '/a', value: {'b': 1}}", { op: "add", path: "/a", value: { b: 1 } }],
    ["JSONPatch{op: 'add', value: ''}", { op: "add", value: "" }],
    ["JSONPatch{}.op == ''", true],
    ["has(JSONPatch{op: ''}.op)", false],
    ["JSONPatch{op: dyn(1)}", "unexpected type int64 for JSONPatchType 'op' field"],
    ["jsonpatch.escapeKey('a/b~c')", "a~1b~0c"],
  ])("%s", (text, value) => {
    expect(resultOf(text)).toEqual(value);
  });

  it.each<[string, string]>([
    ["Object{}", "Object"],
    ["Object.spec{}", "Object.spec"],
    ["Object.spec.containers", "type(Object.spec.containers)"],
    ["Object{}.a.b", "dyn"],
    ["[JSONPatch{}]", "list(JSONPatch)"],
    ["object == null ? [] : [JSONPatch{}]", "list(JSONPatch)"],
  ])("%s is of type %s", (text, type) => {
    expect(formatType(env.check(env.parse(text)).type)).toBe(type);
  });

  it.each<[string, string]>([
    ["Objects{}", "undeclared reference to 'Objects' (in container '')"],
    ["Other.spec{}", "undeclared reference to 'Other.spec' (in container '')"],
    ["JSONPatch{op: 1}", "expected type of field 'op' is 'string' but provided type is 'int'"],
    ["JSONPatch{nope: 'x'}", "expected type of field 'nope' is '' but provided type is 'string'"],
    ["Object{?a: 1}", "expected type 'optional_type(int)' but found 'int'"],
    ["object == null ? Object.a{} : Object{}", "applied to '(bool, Object.a, Object)'"],
    ["[JSONPatch{}, 1]", "expected type 'JSONPatch' but found 'int'"],
  ])("%s does not compile", (text, issue) => {
    expect(issueOf(text)).toContain(issue);
  });

  it("are not there without mutations", () => {
    expect(() => createEnv(clusterEnv()).compile("Object{}")).toThrow("undeclared reference to 'Object'");
  });
});
