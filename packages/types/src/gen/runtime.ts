// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

export interface TypeMeta {
  apiVersion?: string;
  kind?: string;
}

export interface Unknown {
  apiVersion?: string;
  kind?: string;
}
