/** Every row, in the order of the table. */
import type { RowGroup } from './measure/row-group.ts';
import { LIST_ROWS, PAYMENTS_LIST_ROWS } from './rows/lists.ts';
import { ONE_INVOICE_ROWS } from './rows/one-invoice.ts';
import { PAYMENT_ROWS } from './rows/payments.ts';
import { DOCUMENT_ROWS, HEALTH_ROWS } from './rows/same-bytes.ts';

export const ROW_GROUPS: readonly RowGroup[] = [
  HEALTH_ROWS,
  DOCUMENT_ROWS,
  ONE_INVOICE_ROWS,
  ...LIST_ROWS,
  PAYMENTS_LIST_ROWS,
  ...PAYMENT_ROWS,
];
