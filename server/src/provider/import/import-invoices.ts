/** Invoices of a file: new ones are inserted together, and changed ones updated together. */
import type { IsoDate } from '@quittance/contract/dates';
import { ZERO } from '@quittance/contract/money';
import { newInvoiceSchema } from '@quittance/contract/provider/invoices';
import { openStatus } from '@quittance/domain/status/invoice-status';
import {
  INVOICE_TYPES,
  insertJudgedInvoices,
  judgeInvoices,
  type StagedInvoice,
} from '../../storage/provider/import/staged-invoices.ts';
import { amountsOf } from '../invoices/issue-invoice.ts';
import { changeInvoices } from './change-invoices.ts';
import type { ImportKind } from './import-rows.ts';
import { centsOf, type FileRow, optionalCents, RowRefused } from './rows.ts';

const FIELDS = [
  'accountRef',
  'externalRef',
  'customerRef',
  'projectRef',
  'contractRef',
  'productName',
  'description',
  'total',
  'paid',
  'dueDate',
  'openedDate',
  'poNumber',
  'note',
];

/** Money is booked by a payment, never by a file. */
function refusePaid(paid: string | undefined): void {
  if (paid === undefined || centsOf('paid', paid) === ZERO) return;
  throw new RowRefused('paid: import what is still owed as the total, or record the payment');
}

function parseFor(today: IsoDate) {
  return ({ line, fields }: FileRow): StagedInvoice => {
    const { total, paid, projectRef, contractRef, ...texts } = fields;
    refusePaid(paid);
    const invoice = newInvoiceSchema.parse({ ...texts, ...optionalCents('total', total) });
    const { dueDate, openedDate = today, customerRef = '' } = invoice;
    return {
      line,
      customerRef,
      accountRef: invoice.accountRef,
      externalRef: invoice.externalRef,
      projectRef,
      contractRef,
      productName: invoice.productName,
      description: invoice.description ?? undefined,
      poNumber: invoice.poNumber ?? undefined,
      note: invoice.note ?? undefined,
      totalCents: amountsOf(invoice).totalCents,
      dueOn: dueDate,
      openedOn: openedDate,
      status: openStatus({ dueDate, today }),
    };
  };
}

/** `today` in the company's calendar decides which invoices are overdue. */
export function invoiceImport(today: IsoDate): ImportKind {
  return {
    fields: FIELDS,
    parse: parseFor(today),
    staging: {
      types: INVOICE_TYPES,
      keys: ['accountRef', 'customerRef', 'projectRef', 'contractRef'],
      sharedBy: 'customerRef',
    },
    judge: judgeInvoices,
    adding: { table: 'invoices', insert: insertJudgedInvoices },
    change: (tx, deps, of) => changeInvoices(tx, deps, { ...of, today }),
    takenCode: 'ACCOUNT_REF_ALREADY_USED',
    repeated: (firstLine) => `names the same invoice as line ${firstLine}`,
  };
}
