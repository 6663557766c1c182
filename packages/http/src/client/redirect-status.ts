/** Statuses of redirects, whose responses have a `Location`. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** True for the status of a response that may redirect. */
export function isRedirectStatus(status: number): boolean {
  return redirects.has(status);
}
