import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { AppError } from '../../../kernel/errors.ts';
import { putContractDocument, readUpload } from '../../../projects/manage-contracts.ts';
import { findContractByRef } from '../../../projects/project-records.ts';
import { OrderRefused } from '../../order-refused.ts';
import { type Command, inCompany } from '../command.ts';

async function readDocument(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(path);
    if (size > UPLOAD_BYTES_MAX) throw new OrderRefused(`${path} is larger than 10 MB.`);
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof OrderRefused) throw error;
    throw new OrderRefused(`${path} cannot be read.`);
  }
}

export const CONTRACT_COMMANDS: readonly Command[] = [
  {
    name: 'contract document',
    args: ['<company>', '<contract>', '<file>'],
    summary: 'Add or replace the PDF file that the customer downloads as the contract',
    example: 'harbor K-12 ./signed.pdf',
    async run(context, { args: [company = '', contractRef = '', path = ''] }) {
      const upload = await readUpload(await readDocument(path));
      const contract = await inCompany(context, company, async (tx, actor) => {
        const { companyId } = actor;
        const found = await findContractByRef(tx, { companyId, contractRef });
        if (!found) throw new AppError('NOT_FOUND');
        const file = { contractId: found.id, upload, name: basename(path) };
        return putContractDocument(tx, context.deps, { actor, ...file });
      });
      return { data: contract };
    },
  },
];
