import { Document } from "yaml";
import { keepValue } from "../json/keep.ts";
import { parseExact } from "../json/parse.ts";

/** JSON as YAML, members sorted. */
export function yamlOf(json: Uint8Array): Buffer {
  const document = new Document(keepValue(parseExact(json)), { version: "1.1", sortMapEntries: true });
  return Buffer.from(document.toString({ lineWidth: 0, indentSeq: false, directives: false }));
}
