// Questions and disputes about an invoice (R40): inquiries and replies, and a form while none is open.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { RequestId } from '@quittance/contract/ids';
import { INQUIRY_MAX, INQUIRY_MIN } from '@quittance/contract/invoices/inquiry-limits';
import type { InquiryKind, NewInquiry } from '@quittance/contract/invoices/inquiry-schemas';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { isOutstanding } from '@quittance/domain/status/invoice-status';
import { type SubmitEvent, useState } from 'react';
import { inquiryTexts } from '#texts/account/inquiries';
import { uiTexts } from '#texts/site/ui';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { createApiThunk } from '../store/app-thunk.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { refresh } from '../store/refresh.ts';
import { useRead } from '../store/use-read.ts';
import { InquiryList } from './inquiry-list.tsx';

type Choice = { kind: InquiryKind | null; onChoose: (kind: InquiryKind) => void };

/** A paid invoice cannot be disputed here, and one that is being paid cannot be disputed yet. */
function Choices({ invoice, onChoose }: Omit<Choice, 'kind'> & { invoice: PublicInvoice }) {
  return (
    <Stack gap={2}>
      <Stack direction="row" gap={3} wraps>
        <Button variant="secondary" onClick={() => onChoose('QUESTION')}>
          {inquiryTexts.open.QUESTION}
        </Button>
        {isOutstanding(invoice.status) && (
          <Button variant="quiet" onClick={() => onChoose('DISPUTE')}>
            {inquiryTexts.open.DISPUTE}
          </Button>
        )}
      </Stack>
      {invoice.status === 'PENDING' && (
        <Text size="small" tone="muted">
          {inquiryTexts.isProcessing}
        </Text>
      )}
    </Stack>
  );
}

type InquirySectionProps = { invoice: PublicInvoice; company: Company };

export function InquirySection({ invoice, company }: InquirySectionProps) {
  const { inquiries, hasFailed, load, send } = useInquiries(invoice);
  const [kind, setKind] = useKeptState<InquiryKind | null>('inquiryKind', () => null);
  const isOpen = inquiries?.some(({ answeredAt }) => answeredAt === null) ?? true;
  return (
    <ScreenOnly>
      <Stack as="section" gap={4}>
        <Stack gap={1}>
          <Heading level={2}>{inquiryTexts.title}</Heading>
          {!isOpen && <Text tone="muted">{inquiryTexts.intro(company.name)}</Text>}
        </Stack>
        {hasFailed && (
          <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: load }}>
            {inquiryTexts.failed}
          </Notice>
        )}
        {!isOpen && kind === null && <Choices invoice={invoice} onChoose={setKind} />}
        {!isOpen && kind !== null && (
          <InquiryForm
            kind={kind}
            companyName={company.name}
            send={send}
            onDone={() => setKind(null)}
          />
        )}
        {inquiries && inquiries.length > 0 && (
          <InquiryList inquiries={inquiries} company={company} />
        )}
      </Stack>
    </ScreenOnly>
  );
}

const sendInquiry = createApiThunk('inquiries/send', 'sendInquiry', { failureNotice: 'screen' });

/** `version` is the invoice version, which changes with each dispute and each response to it. */
function useInquiries({ requestId, version }: { requestId: RequestId; version: number }) {
  const dispatch = useAppDispatch();
  const params = { id: requestId };
  const { previous, failure, again, replace } = useRead({
    request: { route: 'inquiries', params, revision: version },
  });
  const inquiries = previous?.inquiries ?? null;

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

const ROWS = 5;

function errorIn(text: string): string | null {
  if (text.length < INQUIRY_MIN) return inquiryTexts.tooShort(INQUIRY_MIN);
  return text.length > INQUIRY_MAX ? inquiryTexts.tooLong(INQUIRY_MAX) : null;
}

type InquiryFormProps = {
  kind: InquiryKind;
  companyName: string;
  send: (inquiry: NewInquiry) => Promise<string | null>;
  onDone: () => void;
};

function InquiryForm({ kind, companyName, send, onDone }: InquiryFormProps) {
  const [text, setText] = useKeptState('inquiryText', () => '');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const typed = text.trim();
    const found = errorIn(typed);
    setError(found);
    if (found || isSending) return;
    setIsSending(true);
    const refusal = await send({ kind, text: typed });
    setIsSending(false);
    setError(refusal);
    if (refusal === null) onDone();
  };
  return (
    <Card padding="medium" label={inquiryTexts.open[kind]}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <Notice tone={kind === 'DISPUTE' ? 'warning' : 'info'}>
            {inquiryTexts.effects[kind](companyName)}
          </Notice>
          <TextArea
            // The button that opened the form was removed, so the focus moves here.
            autoFocus
            label={inquiryTexts.labels[kind]}
            hint={inquiryTexts.hint}
            error={error ?? undefined}
            rows={ROWS}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <FormActions
            submitLabel={inquiryTexts.submit[kind]}
            cancelLabel={inquiryTexts.cancel}
            isLoading={isSending}
            onCancel={onDone}
          />
        </Stack>
      </form>
    </Card>
  );
}
