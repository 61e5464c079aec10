/** Lines of a file: all lines of an invoice together replace those it has, and its total follows from them. */

import { invoiceChangeSchema, newLineSchema } from '@quittance/contract/provider/invoices';
import { quantityOf, quantityParts } from '@quittance/domain/billing/invoice-lines';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import {
  judgeLines,
  LINE_TYPES,
  listGivenLines,
  type StagedLine,
} from '../../storage/provider/import/staged-lines.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { applyEach } from './apply-changes.ts';
import type { ImportKind } from './import-rows.ts';
import { centsOf, type FileRow, signedCentsOf } from './rows.ts';

const FIELDS = ['accountRef', 'position', 'text', 'quantity', 'unitPrice', 'tax'] as const;

const placeSchema = z.object({
  accountRef: z.string('is missing'),
  position: z.coerce.number('is no whole number').pipe(z.int().min(1)),
});

function parse({ line, fields }: FileRow): StagedLine {
  const { text, quantity, unitPrice, tax } = fields;
  const { accountRef, position } = placeSchema.parse(fields);
  const billed = newLineSchema.parse({
    text,
    ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
    ...(unitPrice === undefined ? {} : { unitPrice: signedCentsOf('unitPrice', unitPrice) }),
    ...(tax === undefined ? {} : { tax: centsOf('tax', tax) }),
  });
  return {
    line,
    accountRef,
    position,
    text: billed.text,
    quantity: quantityParts(billed.quantity),
    unitPriceCents: billed.unitPrice,
    taxCents: billed.tax,
  };
}

export const LINE_IMPORT: ImportKind<StagedLine> = {
  fields: FIELDS,
  parse,
  staging: { types: LINE_TYPES, keys: ['accountRef'], sharedBy: 'accountRef' },
  judge: judgeLines,
  adding: null,
  async change(tx, deps, { actor, places }) {
    return applyEach(await listGivenLines(tx, places), async (given) => {
      const { line, invoiceId, accountRef: ref, storedCount } = given;
      const lines = given.lines.map((one) => ({ ...one, quantity: quantityOf(one.quantity) }));
      const change = invoiceChangeSchema.safeParse({ lines });
      if (!change.success) throw new AppError('INVALID_REQUEST');
      await changeInvoice(tx, deps, { actor, invoiceId, change: change.data });
      return { line, ref, fields: { lines: [String(storedCount), String(lines.length)] } };
    });
  },
  repeated: (firstLine) => `the invoice of line ${firstLine} has two lines with the same position`,
};
