/**
 * Thrown for an unusable kubeconfig; the message has the field and the reason, and never a secret.
 */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
}
