// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

export const text: string =
  "{\"PriorityClass\":{\"k\":[[\"scheduling.{api}\",\"v1\",\"PriorityClass\"]],\"f\":[[\"kind\",\"s\",0,0],[\"apiVersion\",\"s\",0,0],[\"metadata\",\"@meta/v1.ObjectMeta\",1,[1,\"m\"]],[\"value\",\"i\",1,[2,\"i\"],{\"r\":1}],[\"globalDefault\",\"b\",0,[3,\"b\"]],[\"description\",\"s\",0,[4,\"s\"]],[\"preemptionPolicy\",{\"e\":[\"Never\",\"PreemptLowerPriority\"]},2,[5,\"s\"]]]},\"PriorityClassList\":{\"k\":[[\"scheduling.{api}\",\"v1\",\"PriorityClassList\"]],\"f\":[[\"kind\",\"s\",0,0],[\"apiVersion\",\"s\",0,0],[\"metadata\",\"@meta/v1.ListMeta\",1,[1,\"m\"]],[\"items\",{\"l\":\"@scheduling/v1.PriorityClass\"},1,[2,\"m\"],{\"r\":1}]]}}";
