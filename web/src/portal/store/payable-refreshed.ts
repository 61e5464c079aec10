/** The server refused a quote and sent the current amounts (R6). */
import type { RequestId } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { createAction } from '@reduxjs/toolkit';

type PayableRefreshed = { requestId: RequestId; payable: Payable };

export const payableRefreshed = createAction<PayableRefreshed>('request/payableRefreshed');
