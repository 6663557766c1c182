import { type ExecOptions, execCredentials } from "../credentials/exec.ts";
import { impersonationHeaders } from "../credentials/impersonation.ts";
import { checkedPair } from "../credentials/key-pair.ts";
import { tokenFileCredentials } from "../credentials/token-file.ts";
import {
  bearer,
  type Credential,
  type Credentials,
  fixedCredentials,
  mergeCredentials,
} from "../transport/credentials.ts";
import type { RequestHeaders } from "../transport/transport.ts";
import { type ExecEntries, execConfigOf } from "./exec.ts";
import type { Fields } from "./fields.ts";
import { dataOrFile, pathIn } from "./files.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

/**
 * The credentials of a user's entry: a token takes precedence over a program.
 * @throws {KubeconfigError}
 */
export async function credentialsOf(entries: ExecEntries, options: ExecOptions): Promise<Credentials> {
  const { fields } = entries.user;
  for (const name of ["username", "password"])
    if (fields.has(name))
      throw new KubeconfigError(`${fields.where}.${name}: passwords are not supported; use a token`);
  if (fields.has("auth-provider"))
    throw new KubeconfigError(`${fields.where}.auth-provider is not supported; use exec instead`);
  const own: Credential = { ...(await certificateOf(entries)), headers: impersonationOf(fields) };
  const source = tokenSource(entries, options);
  return source === undefined ? fixedCredentials(own) : mergeCredentials(source, own);
}

function tokenSource(entries: ExecEntries, options: ExecOptions): Credentials | undefined {
  const { fields } = entries.user;
  const file = fields.text("tokenFile");
  if (file !== undefined) return tokenFileCredentials({ path: pathIn(entries.user, file), clock: options.clock });
  const token = fields.text("token");
  if (token !== undefined) return fixedCredentials({ headers: bearerOf(token, fields.where) });
  const exec = fields.object("exec");
  return exec === undefined ? undefined : execCredentials(execConfigOf(exec, entries), options);
}

function bearerOf(token: string, where: string): RequestHeaders {
  try {
    return bearer(token);
  } catch (cause) {
    throw new KubeconfigError(`${where}.token: ${(cause as Error).message}`, { cause });
  }
}

async function certificateOf({ user }: ExecEntries): Promise<Pick<Credential, "certificate">> {
  const [certificate, key] = await Promise.all([
    dataOrFile(user, "client-certificate"),
    dataOrFile(user, "client-key"),
  ]);
  if (certificate === undefined && key === undefined) return {};
  const { where } = user.fields;
  if (certificate === undefined || key === undefined)
    throw new KubeconfigError(`${where} has only one of client-certificate and client-key`);
  try {
    return { certificate: checkedPair({ certificate, key }) };
  } catch (cause) {
    throw new KubeconfigError(`${where}: client-certificate and client-key: ${(cause as Error).message}`, { cause });
  }
}

function impersonationOf(fields: Fields): RequestHeaders {
  const user = fields.text("as");
  const uid = fields.text("as-uid");
  const groups = fields.texts("as-groups");
  const extras = fields.object("as-user-extra");
  if (user === undefined) {
    if (uid !== undefined || groups.length > 0 || extras !== undefined)
      throw new KubeconfigError(`${fields.where} has as-uid, as-groups or as-user-extra without as`);
    return {};
  }
  return impersonationHeaders({
    user,
    groups,
    ...(uid === undefined ? {} : { uid }),
    ...(extras === undefined ? {} : { extra: extraOf(fields.raw("as-user-extra") as object, extras) }),
  });
}

function extraOf(raw: object, extras: Fields): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.keys(raw).map((key) => [key, extras.texts(key)]));
}
