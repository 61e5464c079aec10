/** Several invoices that are paid together (R48). */
import { createApiThunk } from './app-thunk.ts';

export const selectInvoices = createApiThunk('selection/select', 'selectInvoices');
