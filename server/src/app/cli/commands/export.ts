/** Exports everything that a company owns as JSON Lines files in a folder. */
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPORT_KINDS, type ExportKind } from '@quittance/contract/exchange/export-schemas';
import { exportCompany } from '../../../exchange/export/export-company.ts';
import { OrderRefused } from '../../order-refused.ts';
import { type Command, findDomain } from '../command.ts';

/** Only the owner may read the files because they contain names and addresses. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** An earlier export must not be mixed with this one. */
async function makeEmptyFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE }).catch(() => {
    throw new OrderRefused(`The folder ${path} cannot be made.`);
  });
  if ((await readdir(path)).length > 0) throw new OrderRefused(`The folder ${path} is not empty.`);
}

const linesIn = (text: string) => text.split('\n').length - 1;

export const EXPORT: Command = {
  name: 'export',
  args: ['<company>', '<folder>'],
  summary: 'Write all data of a company to JSON Lines files',
  example: 'harbor ./harbor-export',
  async run(context, { args: [domain = '', folder = ''] }) {
    const { companyId } = await findDomain(context, domain);
    await makeEmptyFolder(folder);
    const rows = Object.fromEntries(EXPORT_KINDS.map((kind): [ExportKind, number] => [kind, 0]));
    const files = new Map<ExportKind, Awaited<ReturnType<typeof open>>>();
    try {
      for (const kind of EXPORT_KINDS) {
        files.set(kind, await open(join(folder, `${kind}.ndjson`), 'wx', FILE_MODE));
      }
      await exportCompany(context.deps, {
        companyId,
        actor: 'operator',
        async write({ kind, lines }) {
          await files.get(kind)?.appendFile(lines);
          rows[kind] = (rows[kind] ?? 0) + linesIn(lines);
        },
      });
    } finally {
      for (const file of files.values()) await file.close();
    }
    return { data: rows };
  },
};
