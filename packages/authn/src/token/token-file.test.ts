import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "./csv.ts";
import { parseTokenFile } from "./token-file.ts";

function usersOf(text: string, token: string): unknown {
  const parsed = parseTokenFile(text);
  if (!parsed.ok) return parsed.message;
  const result = parsed.verifier.verify(token, { audiences: [] });
  return "user" in result ? result.user : undefined;
}

const plain = { name: "alice", uid: "1", groups: [], extra: {} };

describe("a token file", () => {
  it.each([
    { name: "three columns", text: "t,alice,1", want: plain },
    { name: "groups in quotes", text: 't,alice,1,"dev,ops"\n', want: { ...plain, groups: ["dev", "ops"] } },
    { name: "one group", text: "t,alice,1,dev", want: { ...plain, groups: ["dev"] } },
    { name: "space around groups", text: 't,alice,1,"dev, ops,"', want: { ...plain, groups: ["dev", "ops"] } },
    { name: "more columns than are used", text: "t,alice,1,dev,x,y", want: { ...plain, groups: ["dev"] } },
    { name: "Windows' line ends", text: "a,b,c\r\nt,alice,1\r\n", want: plain },
    { name: "empty lines", text: "\n\nt,alice,1\n\n", want: plain },
    { name: "a quote in a name", text: 't,"al""ice",1', want: { ...plain, name: 'al"ice' } },
    { name: "the last of equal tokens", text: "t,bob,2\nt,alice,1", want: plain },
    { name: "no such token", text: "u,alice,1", want: undefined },
    { name: "an empty uid", text: "t,alice,", want: { ...plain, uid: "" } },
    {
      name: "too few columns",
      text: "a,b,c\nt,alice",
      want: "line 2: at least 3 columns are needed (token, user name, user uid), not 2",
    },
    { name: "an unclosed quote", text: 't,"alice,1', want: "line 1: a quote is not closed, or text follows it" },
    { name: "a stray quote", text: 't,al"ice,1', want: "line 1: a quote within an unquoted field" },
  ])("$name", ({ text, want }) => {
    expect(usersOf(text, "t")).toEqual(want);
  });

  it("warns of lines that do not count", () => {
    expect(parseTokenFile("t,a,1\n,b,2\nt,c,3")).toMatchObject({
      ok: true,
      warnings: [
        "line 2: the token is empty, the line is ignored",
        "line 3: duplicate token; this line takes precedence",
      ],
    });
  });

  it("never accepts the empty token", () => {
    expect(usersOf(",alice,1", "")).toBeUndefined();
  });
});

it("reads back any fields that were written with quotes", () => {
  const field = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é") });
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const text = rows.map((r) => r.map((f) => `"${f.replaceAll('"', '""')}"`).join(",")).join("\n");
      const parsed = parseCsv(text);
      expect(parsed.ok && parsed.records.map((r) => r.fields)).toEqual(rows);
    }),
  );
});

it("ends with any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ") }), (text) => {
      expect(parseCsv(text)).toHaveProperty("ok");
    }),
  );
});
