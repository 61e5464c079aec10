// An invoice: its lines, payments and links, and what the company can do about it.

import { useParams } from 'react-router';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf, ItemOf } from '../api/call-types.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { usePaths } from '../paths.ts';
import { PaymentList } from '../records/payment-list.tsx';
import { InvoiceBadge } from '../records/status-badges.tsx';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { invoicesTexts, invoiceTexts } from '../texts/invoices.ts';
import { InquiryList } from './inquiry-list.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { PdfButton } from './pdf-button.tsx';
import { SendButton } from './send-button.tsx';

type Invoice = AnswerOf<'getInvoice'>;

export function InvoicePage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const invoice = useRead('getInvoice', { params: { invoiceId: id } });
  const { answer } = invoice;
  return (
    <Page
      title={answer ? invoiceTexts.title(answer.accountRef) : invoicesTexts.one}
      mark={answer && <InvoiceBadge invoice={answer} />}
      text={answer?.productName}
      back={{ href: paths.invoices, label: invoicesTexts.title }}
      actions={
        answer && (
          <>
            <PdfButton invoice={answer} />
            <SendButton invoice={answer} />
          </>
        )
      }
    >
      <ReadView read={invoice}>
        {(found) => <InvoiceBody invoice={found} read={invoice} />}
      </ReadView>
    </Page>
  );
}

/** Of a payment on several invoices, only the part of this one counts. */
const isRefundedOn =
  ({ id }: Invoice) =>
  ({ invoiceId, parts, refunded }: ItemOf<'listPayments'>): boolean =>
    invoiceId === id
      ? refunded > 0
      : parts.some((part) => part.invoiceId === id && part.refunded > 0);

function InvoiceBody({ invoice, read }: { invoice: Invoice; read: Read<Invoice> }) {
  const payments = useRead('listPayments', { query: { invoiceId: invoice.id, limit: 50 } });
  const inquiries = useRead('listInquiries', { query: { invoiceId: invoice.id, limit: 50 } });
  const again = (): void => {
    read.again();
    payments.again();
    inquiries.again();
  };
  return (
    <Split
      asideFirst
      aside={
        <Stack gap={5}>
          <InvoiceFacts invoice={invoice} onChanged={read.replace} />
          <InvoiceActions
            invoice={invoice}
            isRefunded={payments.answer?.data.some(isRefundedOn(invoice)) ?? false}
            onChanged={again}
          />
        </Stack>
      }
    >
      <Stack gap={5}>
        <InvoiceLines invoice={invoice} />
        <ReadView read={payments}>
          {({ data }) => (
            <PaymentList
              title={invoiceTexts.payments}
              empty={invoiceTexts.noPayments}
              payments={data}
            />
          )}
        </ReadView>
        {inquiries.answer && inquiries.answer.data.length > 0 && (
          <InquiryList inquiries={inquiries.answer.data} onAnswered={again} />
        )}
        <InvoiceLinks invoiceId={invoice.id} />
      </Stack>
    </Split>
  );
}
