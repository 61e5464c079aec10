/**
 * A company gets everything that it owns, as lines of JSON. All of it is of one moment: a snapshot of the database that
 * is held for as long as the reader takes. No secrets, hashes or tokens are in it.
 */

import { EXPORT_KINDS, type ExportKind } from '@quittance/contract/exchange/export-schemas';
import type { CompanyId } from '@quittance/contract/ids';
import type { Deps } from '../../kernel/deps.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readLines } from './exports.ts';

export type ExportedPart = {
  kind: ExportKind;
  /** Whole lines of JSON. */
  lines: string;
};

export type CompanyExport = {
  companyId: CompanyId;
  /** As the audit trail names it. */
  actor: Actor['name'];
  /** All by default. */
  kinds?: readonly ExportKind[];
  /** The next part is read when it is done. */
  write(part: ExportedPart): Promise<void>;
};

type ExportDeps = Pick<Deps, 'database' | 'clock'>;

export async function exportCompany(
  { database, clock }: ExportDeps,
  { companyId, actor, kinds = EXPORT_KINDS, write }: CompanyExport,
): Promise<void> {
  const scope = { companyId, asProvider: true } as const;
  const exported = { actor: { companyId, name: actor }, action: 'company.exported' };
  const subject = `company:${companyId}`;
  await database.inCompany(scope, (tx) =>
    recordAction(tx, { clock }, { ...exported, subject, detail: { kinds } }),
  );
  await database.inCompany({ ...scope, isSnapshot: true }, async (tx: Tx) => {
    for (const kind of kinds) {
      for await (const lines of readLines(tx, { kind, companyId })) await write({ kind, lines });
    }
  });
}
