import { expect, test } from "vitest";
import { documentOfVersion } from "./document-of-version.ts";
import { mergeOpenApiV2 } from "./merge-openapi-v2.ts";

const reference = (name: string) => ({ $ref: `#/definitions/${name}` });

test("a document of a version has its paths, and the definitions that they need", () => {
  const document = {
    paths: { "/apis/g/v1/a": { get: reference("A") }, "/apis/g/v10/b": { get: reference("B") }, "/apis/g/v1": {} },
    definitions: { A: { properties: { c: reference("C"), a: reference("A") } }, B: {}, C: { type: "object" } },
  };
  const { paths, definitions } = documentOfVersion(document, "/apis/g/v1");
  expect(Object.keys(paths as object)).toEqual(["/apis/g/v1/a", "/apis/g/v1"]);
  expect(Object.keys(definitions as object)).toEqual(["A", "C"]);
});

test("a definition whose name is in use is renamed, with all references", () => {
  const own = { swagger: "2.0", paths: { "/a": {} }, definitions: { A: { type: "string" }, S: { type: "object" } } };
  const other = {
    paths: { "/a": { get: 1 }, "/b": { get: [reference("A"), reference("S")] } },
    definitions: { A: { properties: { a: reference("A") } }, S: { type: "object" } },
  };
  expect(mergeOpenApiV2(own, other)).toEqual({
    swagger: "2.0",
    paths: { "/a": {}, "/b": { get: [reference("A_v2"), reference("S")] } },
    definitions: { A: { type: "string" }, S: { type: "object" }, A_v2: { properties: { a: reference("A_v2") } } },
  });
});
