/** Why a folder with programs cannot be made; the message says what to do. */
export class AssetsError extends Error {
  override readonly name = "AssetsError";
}
