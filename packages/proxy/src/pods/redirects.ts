import { isRedirectStatus } from "@svc/http/client";

/** The address to which a kubelet redirects, which it may not; undefined for other responses. */
export function redirectOf(status: number, location: string | undefined): string | undefined {
  return isRedirectStatus(status) ? location : undefined;
}
