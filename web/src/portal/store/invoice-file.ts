/** Loads the link to an invoice's PDF and opens it. A failure is shown in a toast. */
import type { InvoiceId } from '@quittance/contract/ids';
import { followLink } from '../../shared/lib/follow-link.ts';
import { createApiThunk } from './app-thunk.ts';
import type { AppThunk } from './root.ts';

export type InvoiceFile = { id: InvoiceId } | { company: string; token: string };

const loadOwnLink = createApiThunk('invoices/fileLink', 'invoiceLink');
const loadPublicLink = createApiThunk('invoices/publicFileLink', 'publicInvoiceLink');

export function openInvoiceFile(file: InvoiceFile): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if ('id' in file) {
      const answer = await dispatch(loadOwnLink({ params: { id: file.id } }));
      if (loadOwnLink.fulfilled.match(answer)) followLink(answer.payload);
      return;
    }
    const { company, token: id } = file;
    const answer = await dispatch(loadPublicLink({ params: { company, id } }));
    if (loadPublicLink.fulfilled.match(answer)) followLink(answer.payload);
  };
}
