// One invoice: details and pay card side by side on a desktop, amount first and a pay bar on a phone.

import { formatMoney } from '@quittance/contract/format';
import type { Company } from '@quittance/contract/schemas/company';
import type { PublicInvoice } from '@quittance/contract/schemas/invoices';
import { lazy, type ReactNode, Suspense } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { uiTexts } from '#texts/site/ui';
import { DueLine } from '../../../features/invoice/due-line.tsx';
import { PayCard, PayNotice } from '../../../features/invoice/pay-card.tsx';
import { type PayState, payState, shownAmount } from '../../../features/invoice/pay-state.ts';
import { PaymentSummary } from '../../../features/invoice/payment-summary.tsx';
import { InvoiceBadge } from '../../../features/invoice/status-badge.tsx';
import { Transactions } from '../../../features/invoice/transactions.tsx';
import { PHONE_QUERY } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { useTimeout } from '../../../lib/hooks/use-timeout.ts';
import { PRELOAD_AFTER_MS } from '../../../lib/timings.ts';
import { preloadPopup } from '../../../popups/registry.ts';
import { reloadInvoice } from '../../../state/session/public-link.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store/hooks.ts';
import { popupOpened } from '../../../state/store/popup.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PageColumn } from '../../../ui/layout/page-column.tsx';
import { PayBar } from '../../../ui/layout/pay-bar.tsx';
import { Split } from '../../../ui/layout/split.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Heading } from '../../../ui/text/heading.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** A separate chunk, because few invoices have an arrangement. */
const InvoiceArrangement = lazy(async () => ({
  default: (await import('./invoice-arrangement.tsx')).InvoiceArrangement,
}));

/** Only for signed-in customers (R18). */
const InvoiceAutoPay = lazy(async () => ({
  default: (await import('./invoice-auto-pay.tsx')).InvoiceAutoPay,
}));

const OtherOptions = lazy(async () => ({
  default: (await import('../../../features/pay/options/other-options.tsx')).OtherOptions,
}));

/** The height of one option, so that nothing shifts. */
const OPTION_HEIGHT = '66px';

function OtherWays({ company, invoice }: Pick<InvoiceViewProps, 'company' | 'invoice'>) {
  const dispatch = useAppDispatch();
  const others = invoice.payable.options.filter((option) => option !== 'PAY_IN_FULL');
  if (others.length === 0) return null;
  const waiting = others.map((option) => (
    <Skeleton key={option} shape="block" height={OPTION_HEIGHT} />
  ));
  return (
    <Suspense fallback={<Stack gap={3}>{waiting}</Stack>}>
      <OtherOptions
        company={company}
        invoice={invoice}
        onChoose={(initialOption) =>
          void dispatch(popupOpened({ name: 'PAY', buffer: { initialOption } }))
        }
      />
    </Suspense>
  );
}

function hasArrangement({ plan, schedule, installments }: PublicInvoice): boolean {
  return schedule !== null || (plan !== null && installments.length > 0);
}

type InvoiceViewProps = {
  company: Company;
  invoice: PublicInvoice;
  /** Above the heading: the link back to the list. */
  back?: ReactNode;
};

export function InvoiceView({ company, invoice, back }: InvoiceViewProps) {
  const dispatch = useAppDispatch();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const state = payState(invoice);
  const pay = (): void => void dispatch(popupOpened({ name: 'PAY' }));
  useTimeout(() => preloadPopup('PAY'), state === 'payable' ? PRELOAD_AFTER_MS : null);

  const details = (
    <Stack gap={8}>
      {hasArrangement(invoice) && (
        <Suspense fallback={<Skeleton shape="block" height="240px" />}>
          <InvoiceArrangement invoice={invoice} />
        </Suspense>
      )}
      <PaymentSummary invoice={invoice} company={company} />
      {'id' in invoice && state !== 'paid' && (
        <Suspense fallback={<Skeleton shape="block" height="200px" />}>
          <InvoiceAutoPay />
        </Suspense>
      )}
      <InvoicePayments timeZone={company.timeZone} />
    </Stack>
  );
  if (isPhone) {
    return (
      <PhoneLayout invoice={invoice} company={company} back={back} state={state} onPay={pay}>
        {details}
      </PhoneLayout>
    );
  }
  return (
    <PageColumn>
      <Split
        asideFirst
        aside={
          <PayCard
            invoice={invoice}
            company={company}
            state={state}
            onPay={pay}
            others={<OtherWays company={company} invoice={invoice} />}
          />
        }
      >
        <Stack gap={6}>
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
          {details}
        </Stack>
      </Split>
    </PageColumn>
  );
}

type PhoneLayoutProps = InvoiceViewProps & {
  state: PayState;
  onPay: () => void;
  children: ReactNode;
};

function PhoneLayout({ invoice, company, back, state, onPay, children }: PhoneLayoutProps) {
  const firstName = useAppSelector(({ customer }) => customer.customer?.firstName);
  const { label, amountCents } = shownAmount(invoice);
  const amount = formatMoney(amountCents);
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack gap={3}>
          {back}
          <div>
            <InvoiceBadge status={invoice.status} />
          </div>
          <Stack gap={1}>
            <Money text={amount} size="hero" />
            <Heading level={1} size="small">
              {firstName
                ? invoiceTexts.titleFor(invoice.accountRef, firstName)
                : invoiceTexts.title(invoice.accountRef)}
            </Heading>
            <DueLine invoice={invoice} isAlone />
          </Stack>
        </Stack>
        <PayNotice invoice={invoice} company={company} state={state} />
        {children}
      </Stack>
      {state === 'payable' && (
        <PayBar label={label} amount={amount}>
          <Button size="large" isWide onClick={onPay}>
            {invoiceTexts.payNow}
          </Button>
        </PayBar>
      )}
    </PageColumn>
  );
}

/** The target of 'Receipt' in the invoice list. */
export const PAYMENTS_ID = 'payments';

function InvoicePayments({ timeZone }: { timeZone: string }) {
  const dispatch = useAppDispatch();
  const { invoicePayments, hasInvoicePaymentsFailed } = useAppSelector((state) => state.payments);
  const invoiceStatus = useAppSelector((state) => state.invoices.selectedInvoice?.status ?? null);
  return (
    <Stack as="section" gap={4}>
      <Heading level={2} id={PAYMENTS_ID}>
        {invoiceTexts.payments.title}
      </Heading>
      {invoicePayments || !hasInvoicePaymentsFailed ? (
        <Transactions
          transactions={invoicePayments}
          timeZone={timeZone}
          invoiceStatus={invoiceStatus}
        />
      ) : (
        <Notice
          tone="warning"
          action={{ label: uiTexts.tryAgain, onClick: () => void dispatch(reloadInvoice()) }}
        >
          {invoiceTexts.payments.failed}
        </Notice>
      )}
    </Stack>
  );
}
