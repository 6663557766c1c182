/** Base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Reads base64 with or without padding. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && (!text.includes("=") || text.length % 4 === 0);
  if (!isBase64 || unpaddedLength(text) % 4 === 1) return undefined;
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

function unpaddedLength(text: string): number {
  const padding = text.indexOf("=");
  return padding < 0 ? text.length : padding;
}
