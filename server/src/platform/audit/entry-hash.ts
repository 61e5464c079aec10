/**
 * The hash of an audit entry, computed over its content and the previous hash (ADR 0083). The client IP is included
 * as a salted digest, so that it can be erased without breaking the chain. docs/verify-audit.mjs repeats this
 * computation without our code.
 */
import { createHash } from 'node:crypto';

/** Content as stored. Numbers are text, and `detail` is the JSON text without the client IP. */
export type AuditContent = {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  address: string | null;
};

export type ChainedEntry = AuditContent & {
  position: string;
  hash: string;
  /** Null if there is no client IP or it was erased. */
  addressSalt: string | null;
  addressDigest: string | null;
};

export const NO_HASH = '';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const computeDigest = (salt: string, address: string) => sha256(`${salt}:${address}`);

type Place = { companyId: string; before: string; position: string; addressDigest: string | null };

export function hashOfEntry(
  { companyId, before, position, addressDigest }: Place,
  { id, at, actor, action, subject, detail }: Omit<AuditContent, 'address'>,
): string {
  const parts = [
    before,
    companyId,
    position,
    id,
    at,
    actor,
    action,
    subject,
    detail,
    addressDigest,
  ];
  return sha256(JSON.stringify(parts));
}

export const CONTENT_COLUMNS = `id::text,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, action, subject,
  (detail - 'address')::text as detail, detail ->> 'address' as address`;
