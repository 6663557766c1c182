import type { Dialect } from "@svc/meta";
import { audiencesOf, isRecord } from "../token/jwt.ts";

/** A named object in a claim. */
export interface ObjectClaim {
  readonly name: string;
  readonly uid: string;
}

/** Claims of a service account token. */
export interface ServiceAccountClaims {
  readonly namespace: string;
  readonly serviceAccount: ObjectClaim;
  readonly pod?: ObjectClaim;
  readonly node?: ObjectClaim;
  readonly secret?: ObjectClaim;
  /** Undefined if the token has no audiences. */
  readonly audiences: readonly string[] | undefined;
  /** Seconds since 1970, like the following fields. */
  readonly expires?: number;
  readonly notBefore?: number;
  readonly issued?: number;
  /** Time after which the client should have refreshed the token. */
  readonly warnAfter?: number;
  readonly tokenId?: string;
  /** A token from a Secret, which never expires. */
  readonly legacy: boolean;
}

/** Names of claims in a dialect. */
interface ClaimNames {
  readonly own: string;
  readonly legacyIssuer: string;
  readonly legacyPrefix: string;
}

/** Returns the claim names of a dialect. */
export function claimNames(dialect: Dialect): ClaimNames {
  return {
    own: dialect.labelDomain,
    legacyIssuer: `${dialect.product}/serviceaccount`,
    legacyPrefix: dialect.expand("{labels}/serviceaccount/"),
  };
}

type Payload = Readonly<Record<string, unknown>>;

/** Reads a payload; returns the error as text if it is invalid. */
export function readClaims(payload: Payload, names: ClaimNames, legacy: boolean): ServiceAccountClaims | string {
  const times = timesOf(payload);
  if (typeof times === "string") return times;
  const { aud, jti } = payload;
  const audiences = audiencesOf(payload);
  if (aud !== undefined && audiences === undefined) return "the audiences are no list of text";
  const objects = legacy ? legacyObjects(payload, names.legacyPrefix) : boundObjects(payload[names.own]);
  if (typeof objects === "string") return objects;
  const tokenId = typeof jti === "string" && jti !== "" ? { tokenId: jti } : {};
  return { ...objects, ...times, ...tokenId, audiences, legacy };
}

const timeClaims = { expires: "exp", notBefore: "nbf", issued: "iat" } as const;

function timesOf(payload: Payload): Pick<ServiceAccountClaims, keyof typeof timeClaims> | string {
  const times: { expires?: number; notBefore?: number; issued?: number } = {};
  for (const [name, claim] of Object.entries(timeClaims) as [keyof typeof timeClaims, string][]) {
    const value = payload[claim];
    if (value === undefined) continue;
    if (typeof value !== "number") return `${claim} is no number`;
    times[name] = value;
  }
  return times;
}

type Objects = Pick<ServiceAccountClaims, "namespace" | "serviceAccount" | "pod" | "node" | "secret" | "warnAfter">;

function boundObjects(own: unknown): Objects | string {
  if (!isRecord(own)) return "resource name may not be empty";
  const { namespace, serviceaccount, pod, node, secret, warnafter } = own;
  const account = objectClaim(serviceaccount);
  if (account === undefined || account.name === "") return "resource name may not be empty";
  if (typeof namespace !== "string" || namespace === "") return "the namespace is missing";
  const bound: { pod?: ObjectClaim; node?: ObjectClaim; secret?: ObjectClaim } = {};
  for (const [kind, claim] of Object.entries({ pod, node, secret }) as [keyof typeof bound, unknown][]) {
    if (claim === undefined) continue;
    const object = objectClaim(claim);
    if (object === undefined) return `the claim of a ${kind} cannot be read`;
    bound[kind] = object;
  }
  return {
    namespace,
    serviceAccount: account,
    ...bound,
    ...(typeof warnafter === "number" ? { warnAfter: warnafter } : {}),
  };
}

function objectClaim(value: unknown): ObjectClaim | undefined {
  if (!isRecord(value)) return undefined;
  const { name = "", uid = "" } = value;
  return typeof name === "string" && typeof uid === "string" ? { name, uid } : undefined;
}

function legacyObjects(payload: Payload, prefix: string): Objects | string {
  const text = (name: string): string => {
    const value = payload[prefix + name];
    return typeof value === "string" ? value : "";
  };
  const [namespace, name, uid, secret] = [
    "namespace",
    "service-account.name",
    "service-account.uid",
    "secret.name",
  ].map(text) as [string, string, string, string];
  for (const [what, value] of Object.entries({ namespace, secret, name, uid })) {
    if (value === "") return `${what} claim is missing`;
  }
  const subject = `system:serviceaccount:${namespace}:${name}`;
  if (payload["sub"] !== undefined && payload["sub"] !== subject) return "sub claim is invalid";
  return { namespace, serviceAccount: { name, uid }, secret: { name: secret, uid: "" } };
}
