// Verifies the data file of a history independently of Quittance's code.
//
// Usage: node docs/verify-history.mjs FILE [HEAD]
//
// HEAD is the last entry named on an earlier PDF or page, which the chain must contain.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [, , file, noted] = process.argv;
const fail = (why) => {
  process.stderr.write(`broken: ${why}\n`);
  process.exit(1);
};

const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
const [owner, ...rows] = lines.map((line) => JSON.parse(line));
const end = rows.pop();
let [position, hash, isNotedSeen] = [0, '', noted === undefined];
for (const row of rows) {
  if (row.position !== position + 1) fail(`entry ${position + 1} is missing`);
  const parts = [hash, owner.company, owner.customer, row.position, row.content];
  const expected = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  if (expected !== row.hash) fail(`entry ${row.position} was changed`);
  [position, hash] = [row.position, row.hash];
  isNotedSeen ||= noted === `${position}:${hash}`;
}
const head = rows.length > 0 ? `${position}:${hash}` : null;
if (end?.head !== head) fail(`entry ${position + 1} is missing`);
if (!isNotedSeen) fail(`the chain does not contain ${noted}`);
process.stdout.write(`intact: ${head ?? 'no entries'}\n`);
