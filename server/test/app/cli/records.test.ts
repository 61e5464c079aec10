/** Exporting a company's data and erasing a person from the command line. */
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXPORT_KINDS } from '@quittance/contract/exchange/export-schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../database.ts';
import { type CommandLine, commandLine, toAnswer } from '../../world/command-line.ts';

const ACCOUNT = [
  '--processor',
  'payengine',
  '--merchant-id',
  'mer_sandbox_harbor',
  '--public-key',
  'pk_test_sandbox_harbor',
];
const PERSON = ['--ref', 'A-9', '--first', 'Ivo', '--last', 'Reed'];

let quittance: CommandLine;

const fresh = useDatabase();

beforeAll(async () => {
  quittance = commandLine(fresh.url);
  const company = ['company', 'create', 'harbor', '--name', 'Harbor', ...ACCOUNT];
  await toAnswer(quittance, company, 'sk_test_sandbox_harbor');
  await toAnswer(quittance, ['customer', 'add', 'harbor', ...PERSON]);
});

describe('Export and erasure (R54)', () => {
  it('an export writes one private file per object type into an empty folder', async () => {
    await toAnswer(quittance, [
      'invoice',
      'add',
      'harbor',
      '--customer',
      'A-9',
      '--number',
      'X-1',
      '--title',
      'Hull',
      '--total',
      '120.00',
      '--due',
      '2099-12-01',
    ]);
    const parent = await mkdtemp(join(tmpdir(), 'quittance-export-'));
    const folder = join(parent, 'harbor');
    try {
      const rows = await toAnswer(quittance, ['export', 'harbor', folder]);
      expect(Object.keys(rows).toSorted()).toEqual([...EXPORT_KINDS].toSorted());
      for (const [kind, count] of Object.entries(rows)) {
        const path = join(folder, `${kind}.ndjson`);
        const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
        expect(lines.map((line) => typeof JSON.parse(line))).toEqual(Array(count).fill('object'));
        expect((await stat(path)).mode & 0o077).toBe(0);
      }
      expect(await readFile(join(folder, 'invoices.ndjson'), 'utf8')).toContain('"X-1"');
      expect((await quittance(['export', 'harbor', folder])).err).toContain('is not empty');
    } finally {
      await rm(parent, { recursive: true });
    }
  });

  it('an erasure requires a reason and a confirmation and keeps the customer row', async () => {
    const words = ['customer', 'erase', 'harbor', 'A-9', '--confirm', 'A-9'];
    expect((await quittance(words)).err).toContain('--reason');
    const erased = await toAnswer(quittance, [...words, '--reason', 'Asked for']);
    expect(erased).toMatchObject({ customerRef: 'A-9', firstName: 'Erased', lastName: 'customer' });
  });
});

describe('The document of a contract (R24)', () => {
  const pdf = '%PDF-1.7 signed';

  it('a contract document is added from a file under the contract number', async () => {
    await toAnswer(quittance, ['customer', 'add', 'harbor', '--ref', 'A-10', '--business', 'Reed']);
    await fresh.database.pool.query(
      `insert into contracts (company_id, id, customer_id, contract_ref, type_name, status,
         amount_cents, paid_cents, signed_on, created_at)
       select company_id, gen_random_uuid(), id, 'K-1', 'Care plan', 'Active', 100, 0, now(), now()
       from customers where customer_ref = 'A-10'`,
    );
    const folder = await mkdtemp(join(tmpdir(), 'quittance-document-'));
    const file = join(folder, 'signed.pdf');
    const words = ['contract', 'document', 'harbor', 'k-1', file];
    try {
      expect((await quittance(words)).err).toContain('cannot be read');
      await writeFile(file, pdf);
      const document = { name: 'signed.pdf', size: pdf.length };
      expect(await toAnswer(quittance, words)).toMatchObject({ contractRef: 'K-1', document });
      expect((await quittance(words.with(3, 'K-2'))).err).toContain('NOT_FOUND');
      await writeFile(file, 'signed');
      expect((await quittance(words)).err).toContain('WRONG_FILE');
      await truncate(file, 10 * 1024 * 1024 + 1);
      expect((await quittance(words)).err).toContain('larger than 10 MB');
    } finally {
      await rm(folder, { recursive: true });
    }
    const { rows } = await fresh.database.pool.query(
      "select convert_from(content, 'UTF8') as text from contract_documents",
    );
    expect(rows).toEqual([{ text: pdf }]);
  });
});
