// Questions and disputes about an invoice (R40): what was asked and answered, and a form while nothing is open.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { InquiryKind } from '@quittance/contract/invoices/inquiry-schemas';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { isOutstanding } from '@quittance/domain/status/invoice-status';
import { useState } from 'react';
import { inquiryTexts } from '#texts/account/inquiries';
import { uiTexts } from '#texts/site/ui';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { InquiryForm } from './inquiry-form.tsx';
import { InquiryList } from './inquiry-list.tsx';
import { useInquiries } from './use-inquiries.ts';

type Choice = { kind: InquiryKind | null; onChoose: (kind: InquiryKind) => void };

/** What is paid cannot be disputed here, and what is being paid not yet. */
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
  const [kind, setKind] = useState<InquiryKind | null>(null);
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
