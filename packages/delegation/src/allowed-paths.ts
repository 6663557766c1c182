import type { Authorizer, Decision } from "@svc/authz";

const allow: Decision = { verdict: "allow", reason: "" };
const noOpinion: Decision = { verdict: "noOpinion", reason: "" };

/** Allows every user to read some paths, and the paths below them. */
export function allowedPaths(paths: readonly string[]): Authorizer {
  return {
    authorize: ({ isResource, path, verb }) => {
      if (isResource || (verb !== "get" && verb !== "head")) return noOpinion;
      return paths.some((open) => path === open || path.startsWith(`${open}/`)) ? allow : noOpinion;
    },
    rulesFor: () => ({
      rules: [{ verbs: ["get", "head"], nonResourceURLs: paths.flatMap((path) => [path, `${path}/*`]) }],
      errors: [],
      incomplete: false,
    }),
  };
}
