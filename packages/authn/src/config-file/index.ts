export { type ConfigFileResult, readAuthenticationConfig } from "./authentication-config.ts";
