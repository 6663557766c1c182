/** Statuses of redirects, whose responses have a `Location`. Kubelets may not redirect. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The address to which a kubelet redirects; undefined for a response that is no redirect. */
export function redirectOf(status: number, location: string | undefined): string | undefined {
  return redirects.has(status) ? location : undefined;
}
