/** Thrown when a folder with programs cannot be created; the message suggests a remedy. */
export class AssetsError extends Error {
  override readonly name = "AssetsError";
}
