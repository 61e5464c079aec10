// Verifies a file of `quittance audit export` independently of Quittance's code.
//
// Usage: node docs/verify-audit.mjs FILE [HEAD]
//
// HEAD is a head recorded earlier, which the chain must contain.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file, noted] = process.argv;
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const fail = (why) => {
  process.stderr.write(`broken: ${why}\n`);
  process.exit(1);
};

let header = null;
let [position, hash, isNotedSeen] = [0, '', noted === undefined];
for await (const line of createInterface({ input: createReadStream(file) })) {
  const row = JSON.parse(line);
  if (header === null) {
    header = row;
    position = Number(row.after.split(':')[0]);
    hash = row.after.split(':')[1];
  } else {
    if (Number(row.position) !== position + 1) fail(`entry ${position + 1} is missing`);
    const { id, at, actor, action, subject, detail, addressDigest } = row;
    const parts = [hash, header.companyId, row.position, id, at, actor, action, subject, detail];
    if (sha256(JSON.stringify([...parts, addressDigest])) !== row.hash)
      fail(`entry ${row.position}`);
    const isErased = row.salt === null && row.address === null;
    const isKept = sha256(`${row.salt}:${row.address}`) === addressDigest;
    if (!isErased && !isKept) fail(`address of entry ${row.position}`);
    [position, hash] = [Number(row.position), row.hash];
  }
  isNotedSeen ||= noted === `${position}:${hash}`;
}
if (`${position}:${hash}` !== header?.head) fail(`entry ${position + 1} is missing`);
if (!isNotedSeen) fail(`the chain does not contain ${noted}`);
process.stdout.write(`intact: ${position}:${hash}\n`);
