/**
 * The requests and responses of etcd's other services. Numbers of fields and methods are etcd's API
 * v3.
 */
import { createMessage, type MessageWriter, readMessage } from "./protobuf.ts";

/** Path of the method. */
export const grantMethod = "/etcdserverpb.Lease/LeaseGrant";
/** Path of the method. */
export const statusMethod = "/etcdserverpb.Maintenance/Status";
/** Path of the method. */
export const authenticateMethod = "/etcdserverpb.Auth/Authenticate";

/** Encodes the request of a lease. */
export function encodeGrant(lease: { readonly id: number; readonly ttlSeconds: number }): MessageWriter {
  return createMessage().int(1, lease.ttlSeconds).int(2, lease.id);
}

/** Status of a member. */
export interface MemberStatus {
  readonly version: string;
  readonly dbBytes: number;
  readonly dbUsedBytes: number;
  readonly hasLeader: boolean;
  /** Alarms and other problems. */
  readonly errors: readonly string[];
}

/** Decodes a status. */
export function decodeStatus(bytes: Buffer): MemberStatus {
  let version = "";
  let dbBytes = 0;
  let dbUsedBytes = 0;
  let hasLeader = false;
  const errors: string[] = [];
  readMessage(bytes, (field, value) => {
    if (field === 2) version = value.toString();
    else if (field === 3) dbBytes = Number(value);
    else if (field === 4) hasLeader = value !== 0;
    else if (field === 8) errors.push(value.toString());
    else if (field === 9) dbUsedBytes = Number(value);
  });
  return { version, dbBytes, dbUsedBytes, hasLeader, errors };
}

/** Encodes a request for a token. */
export function encodeAuthenticate(user: { readonly name: string; readonly password: string }): MessageWriter {
  return createMessage().text(1, user.name).text(2, user.password);
}

/** Returns the token that every call carries. */
export function decodeAuthenticate(bytes: Buffer): string {
  let token = "";
  readMessage(bytes, (field, value) => {
    if (field === 2) token = value.toString();
  });
  return token;
}
