import { Validator } from "@seriousme/openapi-schema-validator";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { startTestServer } from "./start-test-server.ts";

/**
 * Schemas have a field of the name `$ref` themselves, which the validator takes for a reference.
 */
function withoutRefField(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$ref" in value) || typeof value.$ref !== "object") return value;
  const { $ref: field, ...others } = value;
  return { ...others, ref: field };
}

/** The errors of an independent validator for a document; undefined when it is valid. */
async function problemsOf(validator: Validator, text: string): Promise<unknown> {
  const { valid, errors } = await validator.validate(JSON.parse(text, withoutRefField));
  return valid ? [] : errors;
}

describe.each([svcDialect, kubernetesDialect])("in the dialect $name", (dialect) => {
  const validator = new Validator();

  test("the document of version 2 is valid", async () => {
    await using server = await startTestServer({ dialect });
    expect(await problemsOf(validator, await (await server.fetch("/openapi/v2")).text())).toEqual([]);
  });

  test("the documents of version 3 are valid", async () => {
    await using server = await startTestServer({ dialect });
    const index = (await (await server.fetch("/openapi/v3")).json()) as {
      readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
    };
    const urls = Object.values(index.paths).map(({ serverRelativeURL }) => serverRelativeURL);
    expect(urls.length).toBeGreaterThan(20);
    for (const url of urls) {
      expect(await problemsOf(validator, await (await server.fetch(url)).text()), url).toEqual([]);
    }
  });
});
