/** The value of a content-length header. */
export function declaredLength(value: string | undefined): number | undefined {
  return value === undefined || !/^\d{1,15}$/.test(value) ? undefined : Number(value);
}
