import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { definitionBody, definitionsIn } from "./definition-files.ts";

const text = `kind: ConfigMap
metadata:
  name: other
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    a: b
  name: widgets.example.com
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
`;

test("a definition is sent as JSON or as YAML, again in a group of its own", async () => {
  const dir = await mkdtemp(join(tmpdir(), "definitions-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, "some.yaml"), text);
  const documents = await definitionsIn([join(dir, "some.yaml"), join(dir, "some.yaml")]);
  expect(documents.map(({ name }) => name)).toEqual(["widgets.example.com"]);
  const [document] = documents;
  if (document === undefined) throw new TypeError("no document");

  const yaml = definitionBody(document, { form: "yaml", time: 0 });
  expect(yaml).toEqual({ name: "widgets.example.com", type: "application/yaml", body: document.text });
  const json = definitionBody(document, { form: "json", time: 0 });
  expect(json.type).toBe("application/json");
  expect(JSON.parse(json.body)).toEqual(parse(document.text));

  const again = definitionBody(document, { form: "json", time: 2 });
  expect(again.name).toBe("widgets.t2.example.com");
  expect(JSON.parse(again.body)).toMatchObject({
    metadata: { name: "widgets.t2.example.com" },
    spec: { group: "t2.example.com" },
  });
});

test("files without definitions are refused", async () => {
  await expect(definitionsIn([])).rejects.toThrow("no definitions");
});
