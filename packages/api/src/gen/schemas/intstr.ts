// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

export const text: string =
  "{\"IntOrString\":{\"x\":\"intOrString\",\"f\":[]}}";
