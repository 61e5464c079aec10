// The result of a payment, shown over the popup (product §4.7). The texts are literal, including odd spellings.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { type Instant, instant } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { DebitTimeline } from '@quittance/contract/invoices/payment-outcome';
import { addCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { CARD_RESULT_MINUTES } from '@quittance/domain/checkout/debit-time';
import { type ReactNode, useState } from 'react';
import { debitTexts } from '#texts/account/payment-outcomes';
import { payTexts } from '#texts/payment/pay';
import { useIsOnline } from '../../../shared/hooks/use-is-online.ts';
import { useTimeout } from '../../../shared/hooks/use-timeout.ts';
import { browserClock } from '../../../shared/lib/clock.ts';
import { toContact } from '../../../shared/lib/contact-of.ts';
import { formatDayLabel, formatInstant, formatTime } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { MethodLine } from '../../../shared/ui/data/method-line.tsx';
import { SummaryList, type SummaryRow } from '../../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Overlay } from '../../../shared/ui/overlay/overlay.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { RequestPayment } from '../../store/request.ts';
import type { PayContext } from '../../store/selectors.ts';
import { feeWords } from './fee-summary.tsx';
import type { OverlayVariant } from './overlay-variant.ts';

type ShownVariant = Exclude<OverlayVariant, 'none' | 'challenge'>;

const LONG_WAIT_MS = 20_000;

const toMark = (variant: ShownVariant) => (variant === 'sent' ? 'scheduled' : variant);

type ResultOverlayProps = {
  variant: ShownVariant;
  context: PayContext;
  kind: ChargeKind;
  payment: RequestPayment | null;
  receipt?: ReactNode;
  errorTitle?: string | undefined;
  reason?: string | null;
  /** The next step, shown after the reason (R65). */
  nextStep?: readonly ReactNode[] | null;
  onRetry: () => void;
  onClose: () => void;
};

export function ResultOverlay(props: ResultOverlayProps) {
  const { variant, context, kind, payment, errorTitle, reason, onRetry, onClose } = props;
  const { title, text } = payTexts.overlay[variant];
  const isGood = variant === 'success' || variant === 'sent' || variant === 'scheduled';
  const close = (
    <Button variant={isGood ? 'primary' : 'quiet'} isWide onClick={onClose}>
      {payTexts.close}
    </Button>
  );
  const retry = variant === 'error' && (
    <Button isWide onClick={onRetry}>
      {payTexts.tryAgain}
    </Button>
  );
  const details: Partial<Record<ShownVariant, ReactNode>> = {
    pending: <LongWait company={context.company} />,
    success: payment && (
      <Stack gap={3}>
        <PaymentFacts payment={payment} context={context} kind={kind} />
        {props.receipt}
      </Stack>
    ),
    sent: payment && <PaymentFacts payment={payment} context={context} kind={kind} />,
    scheduled: <ScheduledFacts context={context} />,
    error: reason && (
      <Notice tone="danger">
        <Sentence parts={[reason, ...(props.nextStep ?? [])]} />
      </Notice>
    ),
  };
  return (
    <Overlay
      variant={toMark(variant)}
      title={variant === 'error' && errorTitle ? errorTitle : title}
      text={text}
      actions={
        <>
          {retry}
          {close}
        </>
      }
    >
      {details[variant]}
    </Overlay>
  );
}

/** The result is unknown. Closing the window is safe, and no second charge follows. */
function LongWait({ company }: { company: Company }) {
  const [expectedAt, setExpectedAt] = useState<Instant | null>(null);
  const isOnline = useIsOnline();
  const expect = () => {
    const atMs = browserClock.nowMs() + CARD_RESULT_MINUTES * 60_000 - LONG_WAIT_MS;
    setExpectedAt(instant(new Date(atMs).toISOString()));
  };
  useTimeout(expect, LONG_WAIT_MS);
  if (!isOnline) {
    return <Notice tone="warning">{payTexts.offline}</Notice>;
  }
  if (!expectedAt) return null;
  const contact = <Contact key="contact" {...toContact(company)} />;
  const time = formatTime(expectedAt, company);
  return (
    <Notice tone="info">
      <Sentence parts={payTexts.longWait(time, contact)} />
    </Notice>
  );
}

/**
 * The date the result is expected, and the date until which the bank may return the debit (R66). The page shows all
 * dates.
 */
function debitRows({ expectedOn, unauthorizedUntil }: DebitTimeline): SummaryRow[] {
  const { label, detail } = debitTexts.expected(formatDayLabel(expectedOn));
  const { returnable, until } = debitTexts;
  return [
    { label, value: detail },
    { label: returnable, value: until(formatDayLabel(unauthorizedUntil)) },
  ];
}

type PaymentFactsProps = Pick<ResultOverlayProps, 'context' | 'kind'> & { payment: RequestPayment };

function PaymentFacts({ payment, context, kind }: PaymentFactsProps) {
  const { company, payable } = context;
  const { amount, fee, method, createdAt, debit } = payment;
  const terms = payable.fees[method?.type ?? kind];
  const rows: SummaryRow[] = [
    { label: payTexts.facts.amount, value: <Money text={formatMoney(amount)} /> },
    ...(fee > 0
      ? [
          { label: feeWords(terms), value: <Money text={formatMoney(fee)} /> },
          { label: payTexts.total, value: <Money text={formatMoney(addCents(amount, fee))} /> },
        ]
      : []),
    ...(method
      ? [
          {
            label: kind === 'ach' ? payTexts.facts.from : payTexts.facts.paidWith,
            value: <MethodLine {...method} />,
          },
        ]
      : []),
    ...(debit ? debitRows(debit) : []),
    ...(debit ? [] : [{ label: payTexts.facts.date, value: formatInstant(createdAt, company) }]),
  ];
  return (
    <Card padding="medium">
      <SummaryList rows={rows} />
    </Card>
  );
}

const texts = payTexts.scheduled;

/**
 * Details of a scheduled payment in the overlay (product §4.7). A public link cannot cancel, so its payer is
 * referred to the portal.
 */
export function ScheduledFacts({ context }: { context: PayContext }) {
  const { company, customer, payable } = context;
  const schedule = payable.kind === 'invoice' ? payable.invoice.schedule : null;
  if (!schedule) return null;
  const contact = <Contact key="contact" {...toContact(company)} />;
  const method = schedule.method ?? payable.attachedPaymentMethod;
  const total = formatMoney(addCents(schedule.amount, schedule.fee));
  const rows: SummaryRow[] = [
    { label: texts.date, value: formatDayLabel(schedule.date) },
    { label: texts.amount, value: <Money text={total} /> },
    ...(schedule.fee > 0
      ? [{ label: texts.fee, value: <Money text={formatMoney(schedule.fee)} /> }]
      : []),
    ...(method
      ? [
          {
            label: texts.method,
            value: <MethodLine {...method} />,
          },
        ]
      : []),
  ];
  return (
    <Stack gap={3}>
      <Card padding="medium">
        <SummaryList rows={rows} />
      </Card>
      <Text size="small" tone="muted">
        {'id' in customer ? texts.undo : <Sentence parts={texts.undoByLink(contact)} />}
      </Text>
    </Stack>
  );
}
