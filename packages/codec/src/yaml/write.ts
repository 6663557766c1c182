import { Document, type Tags } from "yaml";
import { keepValue } from "../json/keep.ts";
import { parseExact } from "../json/parse.ts";

/** JSON as YAML, members sorted. */
export function yamlOf(json: Uint8Array): Buffer {
  const document = new Document(keepValue(parseExact(json)), {
    version: "1.1",
    sortMapEntries: true,
    customTags: withDigits,
  });
  return Buffer.from(document.toString({ lineWidth: 0, indentSeq: false, directives: false }));
}

/** YAML 1.1 has numbers without a digit, such as `.`, which no reader takes for one: fields of that name need no quotes. */
function withDigits(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag !== "object" || tag.tag !== "tag:yaml.org,2002:float" || !("test" in tag)) return tag;
    const { test } = tag;
    if (test === undefined || !test.test(".")) return tag;
    return { ...tag, test: new RegExp(`^(?=.*\\d)(?:${test.source})`) };
  });
}
