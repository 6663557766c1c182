// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

export const text: string =
  "{\"Info\":{\"f\":[[\"major\",\"s\",1,0,{\"r\":1}],[\"minor\",\"s\",1,0,{\"r\":1}],[\"emulationMajor\",\"s\",0,0],[\"emulationMinor\",\"s\",0,0],[\"minCompatibilityMajor\",\"s\",0,0],[\"minCompatibilityMinor\",\"s\",0,0],[\"gitVersion\",\"s\",1,0,{\"r\":1}],[\"gitCommit\",\"s\",1,0,{\"r\":1}],[\"gitTreeState\",\"s\",1,0,{\"r\":1}],[\"buildDate\",\"s\",1,0,{\"r\":1}],[\"goVersion\",\"s\",1,0,{\"r\":1}],[\"compiler\",\"s\",1,0,{\"r\":1}],[\"platform\",\"s\",1,0,{\"r\":1}]]}}";
