export { type FieldBudget, truncated, WireError, WireReader, type WireReaderOptions } from "./reader.ts";
export { tagOf, wireType } from "./tag.ts";
export { WireWriter } from "./writer.ts";
