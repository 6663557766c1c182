import { appendAll } from "@svc/base";
import { duplicate, type FieldError, invalid, required } from "@svc/meta";
import { parseAuthorities } from "@svc/pki";
import type { IssuerConfig } from "./config.ts";

/** Validates one issuer without the others. */
export function issuerErrors(issuer: IssuerConfig, at: string, disallowed: readonly string[]): FieldError[] {
  const { url, discoveryURL, certificateAuthority, audiences, audienceMatchPolicy } = issuer;
  const errors: FieldError[] = [];
  if (url === "") errors.push(required(`${at}.url`, "URL is required"));
  else appendAll(errors, urlErrors(url, `${at}.url`));
  if (url !== "" && disallowed.includes(url))
    errors.push(invalid(`${at}.url`, url, `URL must not overlap with disallowed issuers: [${disallowed.join(" ")}]`));
  if (discoveryURL !== "") {
    if (url !== "" && discoveryURL.replace(/\/$/, "") === url.replace(/\/$/, ""))
      errors.push(invalid(`${at}.discoveryURL`, discoveryURL, "discoveryURL must be different from URL"));
    appendAll(errors, urlErrors(discoveryURL, `${at}.discoveryURL`));
  }
  appendAll(errors, audienceErrors(audiences, audienceMatchPolicy, at));
  if (certificateAuthority !== "" && !parseAuthorities(certificateAuthority).ok)
    errors.push(
      invalid(`${at}.certificateAuthority`, "<omitted>", "data does not contain any valid RSA or ECDSA certificates"),
    );
  return errors;
}

function urlErrors(text: string, field: string): FieldError[] {
  const bad = /%(?![0-9A-Fa-f]{2})/.exec(text);
  if (bad !== null || (/^[a-z]+:/i.test(text) && !URL.canParse(text))) return [invalid(field, text, "it is no URL")];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") return [invalid(field, text, "URL scheme must be https")];
  const errors: FieldError[] = [];
  if (url.username !== "" || url.password !== "")
    errors.push(invalid(field, text, "URL must not contain a username or password"));
  if (text.includes("?")) errors.push(invalid(field, text, "URL must not contain a query"));
  if (text.includes("#")) errors.push(invalid(field, text, "URL must not contain a fragment"));
  return errors;
}

function audienceErrors(audiences: readonly string[], policy: string, at: string): FieldError[] {
  const field = `${at}.audiences`;
  if (audiences.length === 0) return [required(field, `at least one ${field} is required`)];
  const seen = new Set<string>();
  const errors = audiences.flatMap((audience, i) => {
    if (audience === "") return [required(`${field}[${i}]`, "audience can't be empty")];
    if (seen.has(audience)) return [duplicate(`${field}[${i}]`, audience)];
    seen.add(audience);
    return [];
  });
  if (audiences.length > 1 && policy !== "MatchAny")
    errors.push(
      invalid(`${at}.audienceMatchPolicy`, policy, "audienceMatchPolicy must be MatchAny for multiple audiences"),
    );
  if (audiences.length === 1 && policy !== "" && policy !== "MatchAny")
    errors.push(
      invalid(`${at}.audienceMatchPolicy`, policy, "audienceMatchPolicy must be empty or MatchAny for single audience"),
    );
  return errors;
}
