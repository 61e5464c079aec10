// Writes the sample receipts, invoices and emails of server/test to a folder for review: `node scripts/samples.mjs
// <folder>`. If `qpdf` is installed, it checks each PDF.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { LOADER } from './typescript-loader.mjs';

const [folder = '.data/samples'] = process.argv.slice(2);

register(LOADER);
const { receiptSamples } = await import('../server/test/statements/receipt-samples.ts');
const { drawReceipt } = await import('../server/src/statements/draw-receipt.ts');
const { invoiceSamples } = await import('../server/test/invoices/pdf/invoice-samples.ts');
const { drawInvoice } = await import('../server/src/invoices/pdf/draw-invoice.ts');
const { mailSamples } = await import('../server/test/customers/mail/mail-samples.ts');

function faultIn(path) {
  const { error, status, stdout } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  if (error) return 'not checked';
  return status === 0 ? null : stdout.trim();
}

function writePdf(name, bytes) {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, bytes);
  const fault = faultIn(path);
  process.stdout.write(`${path}  ${fault ?? 'checked'}\n`);
  if (fault !== null && fault !== 'not checked') process.exitCode = 1;
}
mkdirSync(folder, { recursive: true });
for (const [name, receipt] of receiptSamples()) {
  writePdf(`receipt-${name}`, await drawReceipt(receipt));
}
for (const [name, invoice] of invoiceSamples()) {
  writePdf(`invoice-${name}`, await drawInvoice(invoice));
}
for (const { name, html } of mailSamples()) {
  const path = join(folder, `mail-${name}.html`);
  writeFileSync(path, html);
  process.stdout.write(`${path}\n`);
}
