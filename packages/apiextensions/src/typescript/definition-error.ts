/** Text that holds no definitions, or a definition that has no TypeScript types. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
}
