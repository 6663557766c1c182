/** Makes a token that lives as long as its Secret. */
export type SecretTokenIssuer = (requested: {
  readonly namespace: string;
  readonly serviceAccount: { readonly name: string; readonly uid: string };
  readonly secretName: string;
}) => Promise<string>;
