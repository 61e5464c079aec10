/** Loads the link to an invoice's PDF or to an attachment, and opens it. A failure is shown in a toast. */
import type { InvoiceId } from '@quittance/contract/ids';
import { followLink } from '../../shared/lib/follow-link.ts';
import { createApiThunk } from './app-thunk.ts';
import type { AppThunk } from './root.ts';

export type InvoiceFile = ({ id: InvoiceId } | { company: string; token: string }) & {
  /** Without it, the file is the invoice itself. */
  attachment?: string;
};

const loadOwnLink = createApiThunk('invoices/fileLink', 'invoiceLink');
const loadPublicLink = createApiThunk('invoices/publicFileLink', 'publicInvoiceLink');

export function openInvoiceFile(file: InvoiceFile): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { attachment } = file;
    const query = { attachment };
    if ('id' in file) {
      const answer = await dispatch(loadOwnLink({ params: { id: file.id }, query }));
      if (loadOwnLink.fulfilled.match(answer)) followLink(answer.payload);
      return;
    }
    const { company, token: id } = file;
    const answer = await dispatch(loadPublicLink({ params: { company, id }, query }));
    if (loadPublicLink.fulfilled.match(answer)) followLink(answer.payload);
  };
}
