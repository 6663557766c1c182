import { dns1035Label, dns1123Subdomain } from "@svc/meta";
import { type Check, isEmpty, members, named } from "./check.ts";
import { rangeMessage } from "./number.ts";
import { urlParts } from "./url-parts.ts";

/** The address of a webhook: a URL, or a service. */
interface WebhookClient {
  readonly url?: string;
  readonly service?: WebhookService;
}

interface WebhookService {
  readonly name: string;
  readonly namespace: string;
  readonly path?: string;
  readonly port?: number;
}

const form = "; desired format: https://host[/path]";

const webhookUrl: Check<string> = (value, at) => {
  const parts = urlParts(value);
  if (typeof parts === "string") {
    at.required(`url must be a valid URL: parse ${quoted(value)}: ${parts}${form}`);
    return;
  }
  const { scheme, host, user, fragment, query } = parts;
  if (scheme !== "https") at.invalid(scheme, `'https' is the only allowed URL scheme${form}`);
  if (host === "") at.invalid(host, `host must be specified${form}`);
  if (user !== undefined) at.invalid(user, "user information is not permitted in the URL");
  if (fragment !== "") at.invalid(fragment, "fragments are not permitted in the URL");
  if (query !== "") at.invalid(query, "query parameters are not permitted in the URL");
};

function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\u00([0-9a-f]{2})/g, "\\x$1");
}

export const portOfService: Check<number> = (value, at) => {
  if (value < 1 || value > 65_535) at.invalid(value, `port is not valid: ${rangeMessage(1, 65_535)}`);
};

/** A path of names, which may end in a slash. */
const servicePath: Check<string> = (path, at) => {
  if (path === "" || path === "/") return;
  if (!path.startsWith("/")) at.invalid(path, "must start with a '/'");
  const segments = path === "//" ? [""] : path.slice(1).replace(/\/$/, "").split("/");
  for (const [i, segment] of segments.entries()) {
    if (segment === "") at.invalid(path, `segment[${i}] may not be empty`);
    else for (const problem of dns1123Subdomain(segment)) at.invalid(path, `segment[${i}]: ${problem}`);
  }
};

/** The error about the name has the path of the other member, as in kube-apiserver. */
const service: Check<WebhookService> = (value, at) => {
  if (isEmpty(value.namespace)) at.field("name").required("service name is required");
  if (isEmpty(value.name)) at.field("namespace").required("service namespace is required");
  portAndPath(value, at);
};

const portAndPath = members<WebhookService>({ port: portOfService, path: servicePath });

/** Versions of reviews that a webhook can support. */
const knownVersions: readonly string[] = ["v1", "v1beta1"];
const knownVersionsText = knownVersions.join(", ");

/** @param missing the message for an absent list */
export function reviewVersions(missing?: string): Check<readonly string[]> {
  return (list, at) => {
    if (isEmpty(list)) {
      at.required(missing);
      return;
    }
    const seen = new Set<string>();
    for (const [i, version] of list.entries()) {
      if (seen.has(version)) at.item(i).invalid(version, "duplicate version");
      else named(dns1035Label)(version, at.item(i));
      seen.add(version);
    }
    if (!list.some((version) => knownVersions.includes(version)))
      at.invalid(list, `must include at least one of ${knownVersionsText}`);
  };
}

/** Exactly one of the two ways, and a valid one. */
export const webhookClient: Check<WebhookClient> = (client, at) => {
  if ((client.url === undefined) === (client.service === undefined)) {
    at.required("exactly one of url or service is required");
    return;
  }
  if (client.url !== undefined) webhookUrl(client.url, at.field("url"));
  else if (client.service !== undefined) service(client.service, at.field("service"));
};
