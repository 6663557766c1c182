import { expect, test } from "vitest";
import { clusterEnv } from "../cluster/cluster-env.ts";
import { parseType } from "../declarations/types.ts";
import { ipLibrary } from "../libs/network.ts";
import { declareType } from "../schema/declare.ts";
import { growingObject, nativeScalar } from "../schema/native.ts";
import { schemaType } from "../schema/structural.ts";
import { CelError } from "../values/value.ts";
import { createEnv } from "./env.ts";

const integer = { type: "object", properties: { n: { type: "integer" } } };

test("a variable may have the name of its type", () => {
  const object = schemaType({ type: "object", properties: { spec: integer } })!;
  const env = createEnv({ ...clusterEnv(), variables: { object } });
  expect(env.compile("object.spec.n > 1").evaluate({ object: { spec: { n: 2 } } })).toMatchObject({ value: true });
});

test("an extended environment has the declarations of its base", () => {
  const base = createEnv({ ...clusterEnv(), variables: { a: "int" } });
  const more = base.extend({
    variables: { b: schemaType(integer, { name: "B" })! },
    libraries: [
      {
        name: "twice",
        functions: [
          {
            name: "twice",
            overloads: [{ id: "twice_int", signature: "int.twice(): int", impl: (n) => Number(n) * 2, cost: () => 5 }],
          },
        ],
      },
    ],
  });
  expect(more.compile("a + b.n.twice()").evaluate({ a: 1, b: { n: 3 } })).toEqual({ ok: true, value: 7, cost: 9 });
  expect(() => base.compile("a.twice()")).toThrow("undeclared reference to 'twice'");
});

test.each([
  ["refuse", "ip('::ffff:a00:1')", 'IPv4-mapped IPv6 address "::ffff:a00:1" is not allowed'],
  ["read", "ip('::ffff:10.0.0.1')", 'IPv4-mapped IPv6 address "::ffff:10.0.0.1" is not allowed'],
  ["read", "ip('::ffff:a00:1') == ip('10.0.0.1')", true],
  ["read", "string(ip('::ffff:a00:1'))", "10.0.0.1"],
] as const)("mapped addresses: %s %s", (mapped, text, want) => {
  const result = createEnv({ libraries: [ipLibrary({ mapped })] })
    .compile(text)
    .evaluate({});
  expect(result.ok ? result.value : result.error.message).toBe(want);
});

test.each<[string, object]>([
  ["space == null", { value: true }],
  ["has(space.name)", { value: false }],
  ["space.name == 'a'", { error: { message: "no such key: name" } }],
])("a variable of a declared type that is null has no fields: %s", (text, evaluation) => {
  const env = createEnv({ variables: { space: declareType({ name: "Space", fields: { name: "string" } }) } });
  expect(env.compile(text).evaluate({ space: null })).toMatchObject(evaluation);
});

test.each<[string, object]>([
  ["own.none == null", { value: true }],
  ["own.none == 1", { value: false }],
  ["has(own.none)", { value: true }],
  ["has(own.none.n)", { value: false }],
  ["own.none.n == 1", { error: { message: "no such key: n" } }],
  ["own.none.size() > 0", { error: { message: "no such overload: size" } }],
  ["own.count == 1", { value: false }],
  ["has(own.bad)", { error: { message: "no" } }],
])("a field of a growing object may be null, and is an error when it is used: %s", (text, evaluation) => {
  const own = growingObject("Own");
  for (const name of ["none", "bad"]) own.declare(name, nativeScalar(parseType("dyn")));
  own.declare("count", nativeScalar(parseType("int")));
  const given = { none: null, count: null, bad: new CelError("no") };
  const env = createEnv({ variables: { own: own.native } });
  expect(env.compile(text).evaluate({ own: given })).toMatchObject(evaluation);
});

test.each<[variables: Record<string, string>, message: string]>([
  [{ a: "strng" }, 'variable "a" names an undeclared type "strng"'],
  [{ a: "int", b: "map(string, nt)" }, 'variable "b" names an undeclared type "nt"'],
])("a variable of an undeclared type is refused: %j", (variables, message) => {
  expect(() => createEnv({ variables })).toThrow(new TypeError(message));
  expect(() => createEnv().extend({ variables })).toThrow(new TypeError(message));
});

test("a variable may have a type of a library by its name", () => {
  const env = createEnv({ ...clusterEnv(), variables: { times: "list(timestamp)", q: "kubernetes.Quantity" } });
  expect(env.compile("times.all(t, t < timestamp('2026-01-01T00:00:00Z')) && q.isInteger()").type.kind).toBe("bool");
});

test("an expression without variables is evaluated without any", () => {
  expect(createEnv().compile("1 + 1").evaluate()).toMatchObject({ ok: true, value: 2 });
  expect(
    createEnv({ variables: { a: "int" } })
      .compile("a")
      .evaluate(),
  ).toMatchObject({ ok: false });
});

test("an expression that is no text is refused", () => {
  expect(() => createEnv().compile(5 as never)).toThrow(new TypeError("compile: text must be a string, not 5"));
});
