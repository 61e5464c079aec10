/**
 * What was asked about an invoice. Read when the section appears, when the invoice changes, and by every refresh, such as
 * when the payer returns to the window: an answer can take days.
 */
import type { RequestId } from '@quittance/contract/ids';
import type { NewInquiry } from '@quittance/contract/invoices/inquiry-schemas';
import { createApiThunk } from '../store/app-thunk.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { refresh } from '../store/refresh.ts';
import { useRead } from '../store/use-read.ts';

const sendInquiry = createApiThunk('inquiries/send', 'sendInquiry', { failureNotice: 'screen' });

/** `version` of the invoice: a dispute and its answer change it. */
export function useInquiries({ requestId, version }: { requestId: RequestId; version: number }) {
  const dispatch = useAppDispatch();
  const params = { id: requestId };
  const { previous, failure, again, replace } = useRead({
    request: { route: 'inquiries', params, revision: version },
  });
  const inquiries = previous?.inquiries ?? null;

  /** Null after success, else why it was not sent. */
  const send = async (body: NewInquiry): Promise<string | null> => {
    const result = await dispatch(sendInquiry({ params, body }));
    if (sendInquiry.rejected.match(result)) return failureText(result.payload);
    const { inquiry } = result.payload;
    replace({ success: true, inquiries: [inquiry, ...(inquiries ?? [])] });
    void dispatch(refresh());
    return null;
  };
  return { inquiries, hasFailed: failure !== null, load: again, send };
}
