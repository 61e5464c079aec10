/**
 * Backup file format: compressed lines of JSON. A header; for each table its columns, its rows as arrays of texts,
 * and an end line with a count and a checksum; a manifest. A truncated file has no manifest.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

export const FORMAT = 1;

export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const sumSchema = z.object({ rows: z.number().int(), sha256: z.string() });

const headerSchema = z.object({
  quittance: z.literal('backup'),
  format: z.literal(FORMAT),
  schema: z.string(),
  createdAt: z.string(),
});
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const endSchema = sumSchema.extend({ end: z.string() });
const manifestSchema = z.object({
  tables: z.record(z.string(), sumSchema),
  sequences: z.record(z.string(), z.string()),
  /** Hash of all data that records payments. */
  ledger: z.string(),
  /** The secrets in the backup cannot be opened without one of these keys. */
  sealingKeys: z.array(z.string()),
});

export type Sum = z.infer<typeof sumSchema>;
export type Header = z.infer<typeof headerSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

export function summing() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(line: string): void {
      hash.update(line).update('\n');
      rows += 1;
    },
    sum: (): Sum => ({ rows, sha256: hash.digest('hex') }),
  };
}

const LEDGER = ['attempts', 'invoices', 'postings', 'refunds'] as const;

/** Two databases with the same payments have the same hash. */
export function ledgerHash(tables: Readonly<Record<string, Sum>>): string {
  const hash = createHash('sha256');
  for (const name of LEDGER) hash.update(`${name} ${tables[name]?.sha256}\n`);
  return hash.digest('hex');
}

const damaged = (path: string, why: string) =>
  new BackupRefused(`The backup ${path} is damaged: ${why}. Nothing was restored.`);

/** Yields every line of the file. @throws BackupRefused if the file cannot be read to its end */
async function* toLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const text = createGunzip().setEncoding('utf8');
  source.on('error', (error) => text.destroy(error));
  source.pipe(text);
  let parts: string[] = [];
  try {
    for await (const chunk of text) {
      const [first = '', ...others] = String(chunk).split('\n');
      parts.push(first);
      for (const other of others) {
        yield parts.join('');
        parts = [other];
      }
    }
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new BackupRefused(`There is no file ${path}.`);
    throw damaged(path, 'it cannot be decompressed');
  }
  if (parts.join('') !== '') throw damaged(path, 'its last line is cut off');
}

function parsed<Value>(path: string, schema: z.ZodType<Value>, line: string): Value {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw damaged(path, 'a line is not what it should be');
  }
}

export type BackupReader = {
  onHeader?(header: Header): void | Promise<void>;
  onTable?(table: z.infer<typeof tableSchema>): void | Promise<void>;
  onRow?(line: string): void | Promise<void>;
  onEnd?(name: string): void | Promise<void>;
};

export async function readBackup(path: string, reader: BackupReader = {}): Promise<Manifest> {
  const tables: Record<string, Sum> = {};
  let table = summing();
  let [isHeaderRead, manifest]: [boolean, Manifest | null] = [false, null];
  for await (const line of toLines(path)) {
    if (!isHeaderRead) {
      await reader.onHeader?.(parsed(path, headerSchema, line));
      isHeaderRead = true;
    } else if (line.startsWith('[')) {
      table.add(line);
      await reader.onRow?.(line);
    } else if (line.startsWith('{"table"')) {
      table = summing();
      await reader.onTable?.(parsed(path, tableSchema, line));
    } else if (line.startsWith('{"end"')) {
      const { end, ...said } = parsed(path, endSchema, line);
      const counted = table.sum();
      if (said.sha256 !== counted.sha256 || said.rows !== counted.rows) {
        throw damaged(path, `the table ${end} has another checksum`);
      }
      tables[end] = counted;
      await reader.onEnd?.(end);
    } else {
      manifest = parsed(path, manifestSchema, line);
    }
  }
  if (!manifest) throw damaged(path, 'it ends too early');
  if (JSON.stringify(manifest.tables) !== JSON.stringify(tables)) {
    throw damaged(path, 'a table is missing');
  }
  if (manifest.ledger !== ledgerHash(tables)) throw damaged(path, 'its ledger hash is another');
  return manifest;
}
