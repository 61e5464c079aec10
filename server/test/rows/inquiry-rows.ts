/** A payer's question, for `every-table.ts`. */
import { randomUUID } from 'node:crypto';
import { inquiryIdSchema } from '@quittance/contract/ids';
import type { Tx } from '../../src/platform/database/database.ts';
import { inquiries } from '../../src/schema/inquiries.ts';
import { AT, type SmallCustomer } from './money-rows.ts';

export async function fillInquiry(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, invoiceId } = small;
  const asked = { kind: 'QUESTION', text: 'Why?', isByLink: false, createdAt: AT } as const;
  const id = inquiryIdSchema.parse(randomUUID());
  await tx.insert(inquiries).values({ companyId, customerId, invoiceId, id, ...asked });
}
