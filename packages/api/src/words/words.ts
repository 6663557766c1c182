/** What readers of the API's documents are told of a type, in our own words. */
export interface TypeWords {
  readonly is: string;
  /** Of its fields, by name; those that every kind has are described elsewhere. */
  readonly fields?: Readonly<Record<string, string>>;
}

export type Words = Readonly<Record<string, TypeWords>>;
