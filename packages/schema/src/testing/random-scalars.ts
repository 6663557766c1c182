import { formatMicroTime, formatTime } from "@svc/meta";
import fc from "fast-check";
import type { AnySchema, SpecialSchema } from "../schema.ts";

/** Sample texts of each checked format. */
export const formatSamples: Readonly<Record<string, readonly string[]>> = {
  bsonobjectid: ["507f1f77bcf86cd799439011"],
  uri: ["https://example.com/a?b=c", "/a/b", "urn:x:y"],
  email: ["a@example.com"],
  hostname: ["example.com", "localhost"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1", "::"],
  cidr: ["192.0.2.0/24", "2001:db8::/32"],
  mac: ["00:00:5e:00:53:01"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000"],
  uuid3: ["123e4567-e89b-32d3-a456-426614174000"],
  uuid4: ["123e4567-e89b-42d3-a456-426614174000"],
  uuid5: ["123e4567-e89b-52d3-a456-426614174000"],
  isbn: ["978-3-16-148410-0"],
  isbn10: ["0-306-40615-2"],
  isbn13: ["978-3-16-148410-0"],
  creditcard: ["4111111111111111"],
  ssn: ["123-45-6789"],
  hexcolor: ["#fff", "#00ff00"],
  rgbcolor: ["rgb(1,2,3)"],
  byte: ["YQ==", "AAAA"],
  date: ["2026-02-28"],
  duration: ["1h30m", "5s"],
  datetime: ["2026-01-02T03:04:05Z"],
  "date-time": ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123+01:00"],
};

const seconds = fc.integer({ min: 0, max: 4_000_000_000 });

/** Values whose JSON form differs from their type, and values of any shape. */
export function randomSpecial(schema: SpecialSchema | AnySchema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case "any":
    case "json":
      return fc.jsonValue({ maxDepth: 2 }).filter((v) => v !== null);
    case "quantity":
      return fc.tuple(fc.nat(999), fc.constantFrom("", "m", "k", "Ki", "Mi", "G")).map(([n, unit]) => `${n}${unit}`);
    case "intOrString":
      return fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom("http", "25%"));
    case "time":
      return seconds.map((s) => formatTime(s * 1000));
    case "microTime":
      return seconds.map((s) => formatMicroTime({ seconds: s, nanos: 0 }));
    case "duration":
      return fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(59)).map(([h, m]) => `${h}h${m}m0s`);
    case "rawExtension":
      return fc.constantFrom({ apiVersion: "v1", kind: "Other" }, { apiVersion: "v1", kind: "Other", value: 1 });
    case "fieldsV1":
      return fc.constantFrom({}, { "f:spec": { "f:a": {} } });
    case "schemaOrBool":
      return fc.oneof(fc.boolean(), fc.constant({ type: "string" }));
    case "schemaOrList":
      return fc.constantFrom({ type: "string" }, [{ type: "string" }]);
    case "schemaOrStrings":
      return fc.constantFrom({ type: "string" }, ["a", "b"]);
  }
}
