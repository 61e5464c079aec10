/**
 * What was asked about an invoice. Read when the section appears, when the invoice changes, and when the payer returns
 * to the window: an answer can take days.
 */
import type { RequestId } from '@quittance/contract/ids';
import type { Inquiry, NewInquiry } from '@quittance/contract/invoices/inquiry-schemas';
import { useCallback, useEffect, useState } from 'react';
import { onReturn } from '../../shared/lib/on-return.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { loadInquiries, sendInquiry } from '../store/inquiries.ts';
import { refresh } from '../store/refresh.ts';

/** `version` of the invoice: a dispute and its answer change it. */
export function useInquiries({ requestId, version }: { requestId: RequestId; version: number }) {
  const dispatch = useAppDispatch();
  const [inquiries, setInquiries] = useState<readonly Inquiry[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    const result = await dispatch(loadInquiries({ params: { id: requestId } }));
    if (loadInquiries.fulfilled.match(result)) setInquiries(result.payload.inquiries);
    setHasFailed(loadInquiries.rejected.match(result) && result.meta.rejectedWithValue);
  }, [dispatch, requestId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have another answer
  useEffect(() => void load(), [load, version]);
  useEffect(() => onReturn(() => void load()), [load]);

  /** Null after success, else why it was not sent. */
  const send = async (body: NewInquiry): Promise<string | null> => {
    const result = await dispatch(sendInquiry({ params: { id: requestId }, body }));
    if (sendInquiry.rejected.match(result)) return failureText(result.payload);
    const { inquiry } = result.payload;
    setInquiries((known) => [inquiry, ...(known ?? [])]);
    void dispatch(refresh());
    return null;
  };
  return { inquiries, hasFailed, load, send };
}
