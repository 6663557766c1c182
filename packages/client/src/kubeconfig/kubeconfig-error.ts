/** A kubeconfig cannot be used; the message says where and why, and never shows a secret. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
}
