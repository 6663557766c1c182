import { token } from "./token.ts";

const parameter = `;\\s*${token}\\s*=\\s*(?:${token}|"(?:[^"\\\\\\r\\n]|\\\\[^\\r\\n])*")\\s*`;
const mediaType = new RegExp(`^\\s*(${token}(?:/${token})?)\\s*(?:${parameter})*(?:;\\s*)?$`);

/**
 * The type alone, in lower case; undefined for a header that is none. Source: RFC 9110, section
 * 8.3.1; one semicolon at the end is let pass.
 */
export function parseMediaType(header: string): string | undefined {
  return mediaType.exec(header)?.[1]?.toLowerCase();
}
