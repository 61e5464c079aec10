/** R6: the server refused a quote and sent the figures that hold now. */
import type { RequestId } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices';
import { createAction } from '@reduxjs/toolkit';

type FreshFigures = { requestId: RequestId; payable: Payable };

export const payableRefreshed = createAction<FreshFigures>('request/payableRefreshed');
