/** Streams an export at the client's pace, holding only one batch in memory. */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { ExportKind, ExportQuery } from '@quittance/contract/exchange/export-schemas';
import type { RecordReader } from '@quittance/contract/http/record-rights';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import { exportCompany } from './export-company.ts';

export function exportStream(
  deps: Pick<Deps, 'database' | 'clock'>,
  { companyId, name: actor }: Actor,
  { kind, ...query }: Partial<ExportQuery> & { kind: ExportKind; reader: RecordReader },
): Readable {
  const stream = new PassThrough();
  const left = new AbortController();
  stream.once('close', () => left.abort());
  const write = async ({ lines }: { lines: string }): Promise<void> => {
    left.signal.throwIfAborted();
    if (!stream.write(lines)) await once(stream, 'drain', { signal: left.signal });
  };
  exportCompany(deps, { companyId, actor, kinds: [kind], ...query, write }).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return stream;
}
