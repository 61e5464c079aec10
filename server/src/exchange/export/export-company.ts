/**
 * Exports everything that a company owns as lines of JSON. All data is from one moment: a database snapshot held
 * for as long as the client takes to read. It contains no secrets, hashes or tokens.
 */

import {
  EXPORT_KINDS,
  type ExportKind,
  type ExportQuery,
} from '@quittance/contract/exchange/export-schemas';
import { OPERATOR, type RecordReader } from '@quittance/contract/http/record-rights';
import type { CompanyId } from '@quittance/contract/ids';
import type { Deps } from '../../kernel/deps.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readLines } from './exports.ts';

export type ExportedPart = {
  kind: ExportKind;
  lines: string;
};

export type CompanyExport = Partial<ExportQuery> & {
  companyId: CompanyId;
  actor: Actor['name'];
  kinds?: readonly ExportKind[];
  reader?: RecordReader;
  /** The next part is read when this promise resolves. */
  write(part: ExportedPart): Promise<void>;
};

type ExportDeps = Pick<Deps, 'database' | 'clock'>;

export async function exportCompany(
  { database, clock }: ExportDeps,
  { companyId, actor, kinds = EXPORT_KINDS, reader = OPERATOR, write, ...query }: CompanyExport,
): Promise<void> {
  const scope = { companyId, asProvider: true } as const;
  const exported = { actor: { companyId, name: actor }, action: 'company.exported' };
  const subject = `company:${companyId}`;
  await database.inCompany(scope, (tx) =>
    recordAction(tx, { clock }, { ...exported, subject, detail: { kinds, ...query } }),
  );
  await database.inCompany({ ...scope, isSnapshot: true }, async (tx: Tx) => {
    for (const kind of kinds) {
      for await (const lines of readLines(tx, { kind, companyId, reader, ...query }))
        await write({ kind, lines });
    }
  });
}
