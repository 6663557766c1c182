import type { ForwardedHead } from "./forward.ts";
import { type HeaderPair, headerOf, returnedHeaders } from "./forwarded-headers.ts";
import { gzippedHtmlRewriter, htmlRewriter } from "./rewrite-html.ts";
import { type LinkRewriting, rewriteLink } from "./rewrite-link.ts";
import { sniffedType } from "./sniffed-type.ts";

interface ReturnedHeadOptions {
  readonly links: LinkRewriting;
  /** Of the request. */
  readonly method: string;
}

/** The head of a backend's response, with its links, and those of its pages, changed. */
export function returnedHead(
  status: number,
  received: readonly HeaderPair[],
  { links, method }: ReturnedHeadOptions,
): ForwardedHead {
  const text = headerOf(received, "content-length");
  const length = text === undefined ? undefined : Number(text);
  const encoding = headerOf(received, "content-encoding");
  const type = headerOf(received, "content-type");
  const location = headerOf(received, "location");
  const headers = returnedHeaders(location === undefined ? received : received.map((pair) => rewritten(pair, links)));
  const head = { status, headers, length };
  if (method === "HEAD") return head;
  // A body of unknown length may be silent for long, so its head does not wait for its beginning.
  if (type === undefined)
    return encoding === undefined && length !== undefined ? { ...head, typeOf: sniffedType } : head;
  // A page beside a place to go to is not read.
  if (location !== undefined && location !== "") return head;
  if (!/^text\/html(?:\s*;|\s*$)/.test(type)) return head;
  if (encoding === undefined) return { ...head, rewriter: htmlRewriter(links) };
  return encoding === "gzip" ? { ...head, rewriter: gzippedHtmlRewriter(links) } : head;
}

function rewritten([name, value]: HeaderPair, links: LinkRewriting): HeaderPair {
  return [name, name === "location" ? rewriteLink(value, links) : value];
}
