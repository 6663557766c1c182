import { checkArgument } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";

/** The approval of a definition, which groups of the product's own domain need. */
export interface GroupApproval {
  readonly state: "unneeded" | "missing" | "invalid" | "unapproved" | "approved";
  /** The value of the annotation. */
  readonly value: string;
}

interface Definition {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: { readonly group?: string };
}

export interface GroupApprovals {
  /** The annotation with the link to the approval, or with the reason why there is none. */
  readonly key: string;
  (definition: Definition): GroupApproval;
}

/**
 * Returns the function that reads the `api-approved` annotation of a definition, which groups
 * of the dialect's own domains need.
 * @throws {TypeError} for a wrong argument
 */
export function groupApproval(dialect: Dialect): GroupApprovals {
  checkArgument("groupApproval: dialect", dialect, aDialect);
  const { apiDomain, labelDomain } = dialect;
  const key = `api-approved.${labelDomain}`;
  const isProtected = (group: string): boolean =>
    [apiDomain, labelDomain].some((domain) => group === domain || group.endsWith(`.${domain}`));
  const approval = ({ metadata, spec }: Definition): GroupApproval => {
    const value = metadata?.annotations?.[key] ?? "";
    if (!isProtected(spec?.group ?? "")) return { state: "unneeded", value };
    return { state: stateOf(value), value };
  };
  return Object.assign(approval, { key });
}

function stateOf(value: string): GroupApproval["state"] {
  if (value === "") return "missing";
  if (value.startsWith("unapproved")) return "unapproved";
  return isUrl(value) ? "approved" : "invalid";
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).host !== "";
}
