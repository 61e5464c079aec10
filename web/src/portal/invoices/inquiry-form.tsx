// Writes a question or a dispute, with what it leads to. The typed text stays until the server accepts it.

import { INQUIRY_MAX, INQUIRY_MIN } from '@quittance/contract/invoices/inquiry-limits';
import type { InquiryKind, NewInquiry } from '@quittance/contract/invoices/inquiry-schemas';
import { type SubmitEvent, useState } from 'react';
import { inquiryTexts } from '#texts/account/inquiries';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';

const ROWS = 5;

function errorIn(text: string): string | null {
  if (text.length < INQUIRY_MIN) return inquiryTexts.tooShort(INQUIRY_MIN);
  return text.length > INQUIRY_MAX ? inquiryTexts.tooLong(INQUIRY_MAX) : null;
}

type InquiryFormProps = {
  kind: InquiryKind;
  companyName: string;
  /** Null when it was sent, else the reason why not. */
  send: (inquiry: NewInquiry) => Promise<string | null>;
  onDone: () => void;
};

export function InquiryForm({ kind, companyName, send, onDone }: InquiryFormProps) {
  const [text, setText] = useState('');
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
            // The button that opened the form is gone: the payer goes on here.
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
