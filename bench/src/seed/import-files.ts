/**
 * Generates import files as a company's own system would export them: invoices sorted by number, with their
 * customers mixed.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export type ImportFiles = { customers: string; invoices: string };

export type Sizes = { customers: number; invoices: number };

/** Coprime with the number of customers, so that each customer gets the same number of invoices. */
const STEP = 7919;
const LINES_TOGETHER = 10_000;

async function write(path: string, header: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  let text = `${header}\n`;
  let count = 0;
  for (const line of lines) {
    text += `${line}\n`;
    count += 1;
    if (count % LINES_TOGETHER !== 0) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}

function* customerLines(count: number) {
  for (let n = 0; n < count; n += 1) yield `C-${n},Maya,Ortiz,maya.${n}@example.com`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function* invoiceLines({ invoices, customers }: Sizes) {
  for (let n = 0; n < invoices; n += 1) {
    const due = `2099-${twoDigits(1 + (n % 12))}-${twoDigits(1 + (n % 28))}`;
    const total = `${100 + (n % 900)}.${twoDigits(n % 100)}`;
    const text = `"Crown restoration, tooth ${n % 32}",Visit ${n % 97}`;
    yield `INV-${String(n).padStart(7, '0')},C-${(n * STEP) % customers},${text},${total},${due}`;
  }
}

export async function writeImportFiles(folder: string, sizes: Sizes): Promise<ImportFiles> {
  const files = {
    customers: join(folder, 'customers.csv'),
    invoices: join(folder, 'invoices.csv'),
  };
  const { customers } = sizes;
  await write(files.customers, 'customerRef,firstName,lastName,email', customerLines(customers));
  const header = 'accountRef,customerRef,productName,description,total,dueDate';
  await write(files.invoices, header, invoiceLines(sizes));
  return files;
}
