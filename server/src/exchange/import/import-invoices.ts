/** Invoices of a file: new ones are inserted together, and changed ones updated together. */
import type { IsoDate } from '@quittance/contract/dates';
import { changeInvoices } from './change-invoices.ts';
import type { ImportKind } from './import-rows.ts';
import { INVOICE_TYPES, insertJudgedInvoices, judgeInvoices } from './staged-invoices.ts';

/** `today` in the company's calendar decides which invoices are overdue. */
export function invoiceImport(today: IsoDate): ImportKind {
  return {
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
