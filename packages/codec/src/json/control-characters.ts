/** Characters that no YAML document may contain. Source: YAML 1.1, section 5.1. */
export const controlCharacters: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
