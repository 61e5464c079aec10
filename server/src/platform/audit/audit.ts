/** The audit trail: actor, action, subject, time. Append-only, without secrets. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { audit } from '../../schema/operations.ts';
import type { Tx } from '../database/database.ts';
import { insertRows } from '../database/row-sets.ts';

export type AuditEntry = {
  companyId: CompanyId;
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  at: Instant;
};

export async function appendAudit(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  insertRows(tx, audit, entries);
}
