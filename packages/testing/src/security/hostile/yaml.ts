import { filled, type HostileBody, labels, mapMeta, maps, meta, pods } from "./body.ts";

const yaml = "application/yaml";
const apply = "application/apply-patch+yaml";
const applied = "?fieldManager=m&force=true";
const text = (value: string): Buffer => Buffer.from(value);
const yamlMeta = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: new\n";
const yamlMap = (name: string, body: () => string): HostileBody => ({
  name,
  path: maps,
  type: yaml,
  body: () => text(body()),
});
/** YAML, of which only the first document counts. */
export const yamls: readonly HostileBody[] = [
  yamlMap("YAML documents", () => "---\n".repeat(700_000)),
  yamlMap("YAML documents behind an object", () => `${yamlMeta}${"---\na: 1\n".repeat(300_000)}`),
  yamlMap("YAML of good keys", () => filled((i) => `  k${i}: v`, { before: `${yamlMeta}data:\n`, between: "\n" })),
  yamlMap("YAML of repeating keys", () => filled(() => `  k: v`, { before: `${yamlMeta}data:\n`, between: "\n" })),
  yamlMap("YAML of unknown fields", () => filled((i) => `k${i}: v`, { before: yamlMeta, between: "\n" })),
  yamlMap("YAML of aliases", () => filled(() => "*a", { before: `${yamlMeta}x: &a b\ny: [`, after: "]" })),
  yamlMap("YAML of aliases of a long text", () =>
    filled((i) => `  k${i}: *a`, {
      before: `${yamlMeta}binaryData:\n  x: &a ${"YWFh".repeat(25_000)}\ndata:\n`,
      between: "\n",
    }),
  ),
  yamlMap("YAML of aliases of aliases", () => {
    const lines = Array.from(
      { length: 30 },
      (_, i) =>
        `x${i}: &a${i} [${
          i === 0
            ? "lol"
            : Array(10)
                .fill(`*a${i - 1}`)
                .join(",")
        }]`,
    );
    return `${yamlMeta}${lines.join("\n")}`;
  }),
  yamlMap("YAML of anchors", () => filled((i) => `&a${i} b`, { before: `${yamlMeta}y: [`, after: "]" })),
  yamlMap("YAML of merge keys", () =>
    filled(() => "<<: *a", { before: `${yamlMeta}x: &a {b: c}\ny:\n  `, between: "\n  " }),
  ),
  yamlMap("YAML of a list of merges", () =>
    filled(() => "*a", {
      before: `${yamlMeta}x: &a {${Array.from({ length: 1000 }, (_, i) => `k${i}: v`)}}\ny:\n  <<: [`,
      after: "]",
    }),
  ),
  yamlMap("YAML, deep flow", () => "[".repeat(3_000_000)),
  yamlMap("YAML, deep flow of maps", () => "{a: ".repeat(700_000)),
  yamlMap("YAML, deep block", () => "- ".repeat(1_500_000)),
  yamlMap("YAML, deep block of maps", () => Array.from({ length: 2_400 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")),
  yamlMap("YAML of comments", () => "#\n".repeat(1_500_000)),
  yamlMap("YAML of blank lines", () => "\n".repeat(3_000_000)),
  yamlMap("YAML of a long plain text", () => `${yamlMeta}data:\n  a: ${"b ".repeat(1_400_000)}`),
  yamlMap("YAML of a plain text in lines", () => `${yamlMeta}data:\n  a: ${"b\n   ".repeat(600_000)}`),
  yamlMap("YAML of a folded text", () => `${yamlMeta}data:\n  a: >\n${"    b\n".repeat(480_000)}`),
  yamlMap("YAML of a literal text", () => `${yamlMeta}data:\n  a: |\n${"    b\n".repeat(480_000)}`),
  yamlMap("YAML of a quoted text", () => `${yamlMeta}data:\n  a: "${"\\x41".repeat(700_000)}"`),
  yamlMap("YAML of an open quote", () => `${yamlMeta}data:\n  a: "${"a\n".repeat(1_400_000)}`),
  yamlMap("YAML of tags", () => filled(() => "!a b", { before: `${yamlMeta}y: [`, after: "]" })),
  yamlMap("YAML of directives", () => "%A b\n".repeat(500_000)),
  yamlMap("YAML of directives of tags", () =>
    filled((i) => `%TAG !a${i}! tag:x,2000:`, { before: "", after: `\n---\n${yamlMeta}`, between: "\n" }),
  ),
  ...withinBounds(),
  yamlMap("YAML of question marks", () => "? ".repeat(1_500_000)),
  yamlMap("YAML of colons", () => ": ".repeat(1_500_000)),
  yamlMap("YAML of commas", () => `[${",".repeat(3_000_000)}`),
  yamlMap("YAML of numbers", () => filled(() => "1", { before: `${yamlMeta}y: [`, after: "]" })),
  yamlMap("YAML of a long number", () => `${yamlMeta}y: ${"1".repeat(2_900_000)}`),
  yamlMap("YAML of base 60", () => `${yamlMeta}y: 1${":1".repeat(1_400_000)}`),
  yamlMap("YAML of dates", () => filled(() => "2020-01-01", { before: `${yamlMeta}y: [`, after: "]" })),
  yamlMap("YAML with tabs", () => `${yamlMeta}${"\t".repeat(2_900_000)}`),
  yamlMap("YAML of errors", () => `${yamlMeta}${"@\n".repeat(1_400_000)}`),
  yamlMap("YAML that is JSON of good keys", () =>
    filled(labels, { before: `{${mapMeta},${meta},"data":{`, after: "}}" }),
  ),
  yamlMap("YAML that is JSON but repeats", () =>
    filled((i) => `"k${i >> 1}":"v"`, { before: `{${mapMeta},${meta},"data":{`, after: "}}" }),
  ),
  yamlMap("YAML that is nearly JSON", () => filled(labels, { before: `{${mapMeta},${meta},"data":{`, after: ",}}" })),
  {
    name: "apply of YAML keys",
    method: "PATCH",
    path: `${maps}/live${applied}`,
    type: apply,
    body: () =>
      text(filled((i) => `  k${i}: v`, { before: `${yamlMeta.replace("new", "live")}data:\n`, between: "\n" })),
  },
  {
    name: "apply of YAML lists",
    method: "PATCH",
    path: `${pods}/live${applied}`,
    type: apply,
    body: () =>
      text(
        filled((i) => `  - name: c${i}`, {
          before: `${yamlMeta.replace("new", "live").replace("ConfigMap", "Pod")}spec:\n  containers:\n`,
          between: "\n",
        }),
      ),
  },
];

/** The same of as many tokens as a document may have, so that all of it is read. */
function withinBounds(): readonly HostileBody[] {
  const items = 49_000;
  const keys = (
    name: string,
    line: (i: number) => string,
    more: { before?: string; values?: number } = {},
  ): HostileBody =>
    yamlMap(`YAML of ${name}, within bounds`, () =>
      filled(line, { before: `${yamlMeta}${more.before ?? ""}data:\n`, between: "\n", values: more.values ?? items }),
    );
  const flow = (name: string, item: (i: number) => string, values: number = items): HostileBody =>
    yamlMap(`YAML of ${name}, within bounds`, () => filled(item, { before: `${yamlMeta}y: [`, after: "]", values }));
  return [
    keys("good keys", (i) => `  k${i}: v`),
    keys("keys in no order", (i) => `  k${(i * 7_919) % 1_000_003}: v`),
    keys("repeating keys", () => "  k: v"),
    keys("unknown fields", (i) => `k${i}: v`),
    keys("anchors of keys", (i) => `  k${i}: &a${i} v`, { values: 38_000 }),
    keys("merge keys", () => "  <<: *a", { before: "x: &a {b: c}\n", values: 38_000 }),
    keys("tags of keys", (i) => `  k${i}: !!str v`, { values: 24_000 }),
    flow("anchors", (i) => `&a${i} b`, 60_000),
    flow("tags", () => "!!str b", 48_000),
    flow("local tags", () => "!a b", 48_000),
    flow("maps", (i) => `{k: v${i}}`, 40_000),
    flow("quoted texts", (i) => `"v${i}"`, 99_000),
    yamlMap("YAML of a tagged list, within bounds", () =>
      filled((i) => `v${i}`, { before: `${yamlMeta}y: !!seq [`, after: "]", values: 80_000 }),
    ),
    yamlMap("YAML of maps in a list, within bounds", () =>
      filled((i) => `- a: v${i}`, { before: `${yamlMeta}y:\n`, between: "\n", values: 33_000 }),
    ),
  ];
}
