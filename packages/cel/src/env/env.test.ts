import { expect, test } from "vitest";
import { clusterEnv } from "../cluster/cluster-env.ts";
import { ipLibrary } from "../libs/network.ts";
import { declareType } from "../schema/declare.ts";
import { schemaType } from "../schema/structural.ts";
import { createEnv } from "./env.ts";

const integer = { type: "object", properties: { n: { type: "integer" } } };

test("a variable may have the name of its type", () => {
  const object = schemaType({ type: "object", properties: { spec: integer } })!;
  const env = createEnv({ ...clusterEnv(), variables: { object } });
  expect(env.compile("object.spec.n > 1").evaluate({ object: { spec: { n: 2 } } })).toMatchObject({ value: true });
});

test("an extended environment knows what it had before, and more", () => {
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
