// One invoice: details and pay card side by side on a desktop, amount first and a pay bar on a phone.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { ComponentProps, ReactNode } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { payOptionsTexts } from '#texts/payment/pay-options';
import { uiTexts } from '#texts/site/ui';
import type { ApiFailure } from '../../../shared/api/client.ts';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { PHONE_QUERY } from '../../../shared/lib/breakpoints.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { onDemand } from '../../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { PayBar } from '../../../shared/ui/layout/pay-bar.tsx';
import { ScreenOnly } from '../../../shared/ui/layout/screen-only.tsx';
import { Split } from '../../../shared/ui/layout/split.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../../shared/ui/layout/visually-hidden.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { DueLine } from '../../invoices/due-line.tsx';
import { InvoiceAmount } from '../../invoices/invoice-amount.tsx';
import { type PayState, payButtonText, payState, shownAmount } from '../../invoices/pay-state.ts';
import { PaymentSummary } from '../../invoices/payment-summary.tsx';
import { InvoiceBadge } from '../../invoices/status-badge.tsx';
import { InvoicePayments } from '../../payments/invoice-payments.tsx';
import { OtherOptions } from '../../payments/pay/other-options.tsx';
import { PayCard, PayNotice, PrivacyLine } from '../../payments/pay-card.tsx';
import { usePreloadedPopup } from '../../popups/registry.ts';
import { useAppDispatch, useOpeningSelector } from '../../store/hooks.ts';
import type { InvoiceFile } from '../../store/invoice-file.ts';
import { popupOpened } from '../../store/popup.ts';
import { selectCustomer } from '../../store/reads.ts';
import { useIsPaying } from '../../store/use-is-paying.ts';
import { InvoiceFileButton } from './invoice-file-button.tsx';

/** A separate chunk, because few invoices have an arrangement. */
const InvoiceArrangement = onDemand(
  async () => (await import('./invoice-arrangement.tsx')).InvoiceArrangement,
  { waiting: () => <Skeleton shape="block" height="240px" /> },
).Component;

/** A separate chunk, because many invoices have only a total. */
const BilledLines = onDemand(
  async () => (await import('../../invoices/billed-lines.tsx')).BilledLines,
  { waiting: () => <Skeleton shape="block" height="240px" /> },
).Component;

/** A separate chunk, because the section is below the first view. */
const InquirySection = onDemand(
  async () => (await import('../../invoices/inquiry-section.tsx')).InquirySection,
  { waiting: () => null },
).Component;

const AUTO_PAY_HEIGHT = '78px';

/** Only for signed-in customers (R18). */
const InvoiceAutoPay = onDemand(
  async () => (await import('./invoice-auto-pay.tsx')).InvoiceAutoPay,
  { waiting: () => <Skeleton shape="block" height={AUTO_PAY_HEIGHT} /> },
).Component;

const hasOtherOptions = ({ payable }: Pick<PublicInvoice, 'payable'>): boolean =>
  payable.options.some((option) => option !== 'PAY_IN_FULL');

function OtherWays({ company, invoice }: Pick<InvoiceViewProps, 'company' | 'invoice'>) {
  const dispatch = useAppDispatch();
  if (!hasOtherOptions(invoice)) return null;
  return (
    <OtherOptions
      company={company}
      invoice={invoice}
      onChoose={(initialOption) =>
        void dispatch(
          popupOpened({ name: 'PAY', buffer: { requestId: invoice.requestId, initialOption } }),
        )
      }
    />
  );
}

function hasArrangement({ plan, schedule, installments }: PublicInvoice): boolean {
  return schedule !== null || (plan !== null && installments.length > 0);
}

/** The invoice was read before this tab submitted a payment for it. */
function useWithOwnPayment(invoice: PublicInvoice): PublicInvoice {
  const isPaying = useIsPaying(invoice.requestId) && payState(invoice) === 'payable';
  if (!isPaying) return invoice;
  const payable = { ...invoice.payable, isProcessing: true, isPayable: false };
  return { ...invoice, status: 'PENDING', payable };
}

type InvoiceViewProps = {
  company: Company;
  invoice: PublicInvoice;
  payments: PaymentsOfInvoice;
  file: InvoiceFile | null;
  back?: ReactNode;
};

export function InvoiceView({ company, invoice: read, payments, file, back }: InvoiceViewProps) {
  const dispatch = useAppDispatch();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const invoice = useWithOwnPayment(read);
  const state = payState(invoice);
  const { requestId } = invoice;
  const pay = (): void => void dispatch(popupOpened({ name: 'PAY', buffer: { requestId } }));
  usePreloadedPopup('PAY', state === 'payable');

  const shown = { company, invoice, payments, file, state };
  const ways = <OtherWays company={company} invoice={invoice} />;
  const isPayableOnPhone = isPhone && state === 'payable';
  // One tree for both layouts: turning a tablet must not close a dialog or a form of the details.
  return (
    <PageColumn>
      <Split asideFirst aside={!isPhone && <PayCard {...shown} onPay={pay} others={ways} />}>
        <Stack gap={6}>
          {isPhone ? (
            <PhoneHead invoice={invoice} back={back} />
          ) : (
            <DesktopHead invoice={invoice} back={back} />
          )}
          {isPhone && <PayNotice {...shown} />}
          <Details
            {...shown}
            others={
              isPayableOnPhone &&
              hasOtherOptions(invoice) && (
                <ScreenOnly>
                  <Stack as="section" gap={4}>
                    <Heading level={2}>{payOptionsTexts.others}</Heading>
                    {ways}
                  </Stack>
                </ScreenOnly>
              )
            }
          />
          {isPayableOnPhone && (
            <ScreenOnly>
              <PrivacyLine companyName={company.name} />
            </ScreenOnly>
          )}
        </Stack>
      </Split>
      {isPayableOnPhone && <InvoicePayBar invoice={invoice} onPay={pay} />}
    </PageColumn>
  );
}

type HeadProps = Pick<InvoiceViewProps, 'invoice' | 'back'>;

function DesktopHead({ invoice, back }: HeadProps) {
  return (
    <Stack gap={2}>
      {back}
      <Stack direction="row" gap={3} wraps>
        <Heading level={1}>{invoiceTexts.title(invoice.accountRef)}</Heading>
        <InvoiceBadge status={invoice.status} />
      </Stack>
      <Text size="large" tone="muted">
        {invoice.productName}
      </Text>
    </Stack>
  );
}

function PhoneHead({ invoice, back }: HeadProps) {
  const firstName = useOpeningSelector((state) => selectCustomer(state)?.firstName);
  return (
    <Stack gap={3}>
      {back}
      <div>
        <InvoiceBadge status={invoice.status} />
      </div>
      <Stack gap={1}>
        <VisuallyHidden>{shownAmount(invoice).label}</VisuallyHidden>
        <InvoiceAmount invoice={invoice} />
        <Heading level={1} size="small">
          {firstName
            ? invoiceTexts.titleFor(invoice.accountRef, firstName)
            : invoiceTexts.title(invoice.accountRef)}
        </Heading>
        <Text tone="muted">{invoice.productName}</Text>
        <DueLine invoice={invoice} isAlone />
      </Stack>
    </Stack>
  );
}

type DetailsProps = Omit<InvoiceViewProps, 'back'> & {
  state: PayState;
  others?: ReactNode;
};

function Details({ company, invoice, payments, file, state, others }: DetailsProps) {
  return (
    <Stack gap={8}>
      {hasArrangement(invoice) && <InvoiceArrangement invoice={invoice} />}
      <Stack gap={3}>
        <PaymentSummary invoice={invoice} company={company} />
        {file && (
          <ScreenOnly>
            <div>
              <InvoiceFileButton file={file} />
            </div>
          </ScreenOnly>
        )}
      </Stack>
      {invoice.lines.length > 0 && <BilledLines invoice={invoice} />}
      {file && invoice.attachments.length > 0 && (
        <ScreenOnly>
          <Attachments attachments={invoice.attachments} file={file} />
        </ScreenOnly>
      )}
      {others}
      {'id' in invoice && state !== 'paid' && <InvoiceAutoPay />}
      <PaymentsSection company={company} payments={payments} />
      {invoice.status !== 'DRAFT' && <InquirySection company={company} invoice={invoice} />}
    </Stack>
  );
}

type AttachmentsProps = Pick<PublicInvoice, 'attachments'> & { file: InvoiceFile };

function Attachments({ attachments, file }: AttachmentsProps) {
  return (
    <Stack as="section" gap={3}>
      <Heading level={2}>{invoiceTexts.attachments.title}</Heading>
      {attachments.map(({ id, name, size }) => (
        <div key={id}>
          <InvoiceFileButton
            file={{ ...file, attachment: id }}
            label={invoiceTexts.attachments.file(name, toSize(size))}
          />
        </div>
      ))}
    </Stack>
  );
}

const KB = 1024;

const toSize = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} kB` : `${Math.ceil(bytes / KB / KB)} MB`;

type InvoicePayBarProps = { invoice: PublicInvoice; onPay: () => void };

/** For a running plan, only the button is shown, because it names the payment and its amount. */
function InvoicePayBar({ invoice, onPay }: InvoicePayBarProps) {
  const { label, amountCents } = shownAmount(invoice);
  const isInPlan = invoice.status === 'PAYMENT_PLAN_IN_PROGRESS';
  return (
    <PayBar label={label} amount={isInPlan ? null : formatMoney(amountCents)}>
      <Button size="large" isWide onClick={onPay}>
        {payButtonText(invoice)}
      </Button>
    </PayBar>
  );
}

export const PAYMENTS_ID = 'payments';

type PaymentsOfInvoice = {
  value: ComponentProps<typeof InvoicePayments>['transactions'];
  failure: ApiFailure | null;
  again: () => void;
};

type PaymentsSectionProps = Pick<InvoiceViewProps, 'company' | 'payments'>;

function PaymentsSection({ company, payments }: PaymentsSectionProps) {
  const { value, failure, again } = payments;
  return (
    <Stack as="section" gap={4}>
      <Heading level={2} id={PAYMENTS_ID}>
        {invoiceTexts.payments.title}
      </Heading>
      {!failure ? (
        <InvoicePayments transactions={value} zone={company} />
      ) : (
        <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: again }}>
          {invoiceTexts.payments.failed}
        </Notice>
      )}
    </Stack>
  );
}
