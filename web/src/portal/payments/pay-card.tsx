// The amount and the pay button, beside the invoice on a desktop. Without a button, the card shows the reason.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type {
  PublicInvoice,
  PublicTransaction,
  Transaction,
} from '@quittance/contract/invoices/portal-schemas';
import { PUBLIC_PATHS } from '@quittance/contract/pages';
import { isPayment } from '@quittance/contract/vocabulary';
import type { ReactNode } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { toContact } from '../../shared/lib/contact-of.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { NotShown } from '../../shared/ui/feedback/not-shown.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Contact } from '../../shared/ui/text/contact.tsx';
import { Sentence } from '../../shared/ui/text/sentence.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { DueLine } from '../invoices/due-line.tsx';
import { InvoiceAmount } from '../invoices/invoice-amount.tsx';
import { type PayState, payButtonText, savedByOffer, shownAmount } from '../invoices/pay-state.ts';
import { useOpeningSelector } from '../store/hooks.ts';
import { selectInvoicePayments } from '../store/reads.ts';

type PayCardProps = {
  invoice: PublicInvoice;
  company: Company;
  state: PayState;
  onPay: () => void;
  others?: ReactNode;
};

export function PayCard({ invoice, company, state, onPay, others }: PayCardProps) {
  const { label } = shownAmount(invoice);
  return (
    <Card label={invoiceTexts.payment}>
      <Stack gap={5}>
        <Stack gap={1}>
          <Text tone="muted">{label}</Text>
          <InvoiceAmount invoice={invoice} />
          <DueLine invoice={invoice} />
        </Stack>
        <PayNotice invoice={invoice} company={company} state={state} />
        {state === 'payable' && (
          <ScreenOnly>
            <Stack gap={3}>
              <Button size="large" isWide onClick={onPay}>
                {payButtonText(invoice)}
              </Button>
              {others}
            </Stack>
          </ScreenOnly>
        )}
        {state === 'payable' && (
          <ScreenOnly>
            <PrivacyLine companyName={company.name} />
          </ScreenOnly>
        )}
      </Stack>
    </Card>
  );
}

export function PrivacyLine({ companyName }: { companyName: string }) {
  const policy = (words: string) => <a href={PUBLIC_PATHS.privacyPolicy}>{words}</a>;
  return (
    <Text size="small" tone="subtle">
      <Sentence parts={invoiceTexts.privacy(companyName, policy)} />
    </Text>
  );
}

const NOTICE_HEIGHT = '96px';
const waiting = () => <Skeleton shape="block" height={NOTICE_HEIGHT} />;

/** Separate chunks, because most invoices that are opened can be paid. */
const Closed = onDemand(async () => (await import('./closed-notice.tsx')).ClosedNotice, {
  waiting,
}).Component;
const RunningNotice = onDemand(async () => (await import('./running-notice.tsx')).RunningNotice, {
  waiting,
}).Component;

type PayNoticeProps = Omit<PayCardProps, 'onPay' | 'others'>;

type OfferProps = Pick<PayCardProps, 'invoice' | 'company'>;

/** R11: a negotiated reduction, with the amount it saves. */
function Offer({ invoice, company }: OfferProps) {
  const saves = savedByOffer(invoice);
  if (saves === null) return null;
  const { title, text } = invoiceTexts.offer;
  return (
    <Notice tone="success" title={title(formatMoney(saves))}>
      {text(company.name, formatMoney(invoice.payable.amount))}
    </Notice>
  );
}

/** Shown in place of a missing button, or above the button if a reduction was negotiated. */
export function PayNotice({ invoice, company, state }: PayNoticeProps) {
  const { unavailable } = invoiceTexts;
  const contact = <Contact key="contact" {...toContact(company)} />;
  const notices: Record<PayState, ReactNode> = {
    payable: <Offer invoice={invoice} company={company} />,
    paid: <PaidNotice />,
    processing: <RunningNotice />,
    unavailable: (
      <Notice title={unavailable.title}>
        <Sentence parts={unavailable.text(company.name, contact)} />
      </Notice>
    ),
    closed: <Closed invoice={invoice} company={company} />,
  };
  return notices[state];
}

export function PayCardSkeleton() {
  return (
    <Card>
      <Stack gap={5}>
        <Stack gap={1}>
          <Text tone="muted">{invoiceTexts.amount.due}</Text>
          <Skeleton shape="block" width="12rem" height="46px" />
          <Skeleton width="9rem" />
        </Stack>
        <Skeleton shape="block" height="48px" />
        <Text as="div" size="small">
          <Skeleton width="100%" />
          <Skeleton width="60%" />
        </Text>
      </Stack>
    </Card>
  );
}

const ReceiptButton = onDemand(async () => (await import('./receipt-button.tsx')).ReceiptButton, {
  waiting: () => null,
  failed: (retry) => <NotShown as="icon" onRetry={retry} />,
}).Component;

type AnyTransaction = PublicTransaction | Transaction;

function newestPaid(payments: readonly AnyTransaction[]): AnyTransaction | null {
  const paid = payments.filter((each) => isPayment(each) && each.status === 'SUCCESS');
  return paid.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null;
}

/** Shown when nothing is left to pay: a thank-you and the receipt of the latest payment (product §2.25). */
function PaidNotice() {
  const payments = useOpeningSelector(selectInvoicePayments);
  const last = newestPaid(payments ?? []);
  return (
    <Stack gap={4}>
      <Notice tone="success">{invoiceTexts.paid}</Notice>
      {last && (
        <ScreenOnly>
          <ReceiptButton payment={'receiptUrl' in last ? last : null} />
        </ScreenOnly>
      )}
    </Stack>
  );
}
