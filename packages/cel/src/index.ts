export { createEnv, type Env, type EnvOptions, type CompileOptions, type VariableType } from "./env/env.ts";
