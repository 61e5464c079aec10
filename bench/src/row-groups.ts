import type { RowGroup } from './measure/row-group.ts';
import { DUE_RUN_ROWS } from './rows/due-run.ts';
import { IDLE_MEMORY_ROWS, START_ROWS } from './rows/idle-and-start.ts';
import { IMPORT_ROWS } from './rows/import.ts';
import { IMPORT_JOB_ROWS } from './rows/import-job.ts';
import { LIST_ROWS, PAYMENTS_LIST_ROWS } from './rows/lists.ts';
import { ONE_INVOICE_ROWS } from './rows/one-invoice.ts';
import { PAYMENT_ROWS } from './rows/payments.ts';
import { RECEIPT_ROWS } from './rows/receipts.ts';
import { DOCUMENT_ROWS, HEALTH_ROWS } from './rows/same-bytes.ts';
import { SIGN_IN_ROWS } from './rows/sign-in.ts';
import { SOAK_ROWS } from './rows/soak.ts';
import { SOCKET_ROWS } from './rows/sockets.ts';
import { WEBHOOK_ROWS } from './rows/webhooks.ts';

export const ROW_GROUPS: readonly RowGroup[] = [
  START_ROWS,
  IDLE_MEMORY_ROWS,
  // The socket rows run first because the memory used by other rows would hide that of the sockets.
  SOCKET_ROWS,
  HEALTH_ROWS,
  DOCUMENT_ROWS,
  ONE_INVOICE_ROWS,
  ...LIST_ROWS,
  PAYMENTS_LIST_ROWS,
  ...PAYMENT_ROWS,
  SIGN_IN_ROWS,
  WEBHOOK_ROWS,
  RECEIPT_ROWS,
  DUE_RUN_ROWS,
  IMPORT_ROWS,
  IMPORT_JOB_ROWS,
  SOAK_ROWS,
];
