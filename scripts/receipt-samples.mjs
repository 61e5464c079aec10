// Draws the sample receipts of server/test/receipts into a folder, for looking at:
// `node scripts/receipt-samples.mjs <folder>`. With `qpdf` on the path each file is checked by it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { LOADER } from './typescript-loader.mjs';

const [folder = '.data/receipts'] = process.argv.slice(2);

register(LOADER);
const { receiptSamples } = await import('../server/test/receipts/samples.ts');
const { drawReceipt } = await import('../server/src/receipts/draw-receipt.ts');

mkdirSync(folder, { recursive: true });
let faults = 0;
for (const [name, receipt] of receiptSamples()) {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, await drawReceipt(receipt));
  const { error, status, stdout } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  if (!error && status !== 0) faults += 1;
  const said = error ? 'not checked' : status === 0 ? 'checked' : stdout.trim();
  process.stdout.write(`${path}  ${said}\n`);
}
process.exitCode = faults > 0 ? 1 : 0;
