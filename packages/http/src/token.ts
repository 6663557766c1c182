/** The characters of a token, as part of a regular expression. Source: RFC 9110, section 5.6.2. */
export const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
