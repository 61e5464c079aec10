// The payment plan of an invoice: progress, method, installments and actions.

import { formatMoney } from '@quittance/contract/format';
import type { Installment, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { addCents } from '@quittance/contract/money';
import type { ReactNode } from 'react';
import { planTexts } from '#texts/payment/plan';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDayLabel, formatOrdinal } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon, type IconName } from '../../shared/ui/actions/icon.tsx';
import { MethodRow } from '../../shared/ui/data/method-row.tsx';
import { ProgressRing } from '../../shared/ui/data/progress-ring.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text, type TextTone } from '../../shared/ui/text/text.tsx';
import styles from './installments.module.css';

type PlanCardProps<Item extends Installment> = {
  plan: NonNullable<PublicInvoice['plan']>;
  installments: readonly Item[];
  isRunning: boolean;
  isPayable: boolean;
  renderReceipt: (installment: Item) => ReactNode;
  onPayNext: () => void;
  onPayAhead: () => void;
  onPayRest: () => void;
  /** Null for a public link, because both actions need a session. */
  onChangeMethod: (() => void) | null;
  onCancel: (() => void) | null;
};

export function PlanCard<Item extends Installment>(props: PlanCardProps<Item>) {
  const { plan, installments, isRunning, isPayable, renderReceipt } = props;
  const canPay = isRunning && isPayable && plan.method !== null && !plan.isSuspended;
  const unpaid = installments.filter(({ status }) => status === 'OPEN' || status === 'FAILED');
  const canPayRest = canPay && unpaid.length > 1;
  // Paying ahead covers more than the next payment but not all of them.
  const canPayAhead = canPay && unpaid.length > 2;
  return (
    <Card label={planTexts.title}>
      <Stack gap={5}>
        <PlanProgress installments={installments} />
        {isRunning && (
          <MethodRow
            method={plan.method}
            isSuspended={plan.isSuspended}
            label={planTexts.method.chargedTo}
            changeLabel={planTexts.method.change}
            missing={planTexts.method.missing}
            endsOn={plan.endsOn && formatDayLabel(plan.endsOn)}
            onChange={props.onChangeMethod}
          />
        )}
        <InstallmentList
          installments={installments}
          onPay={canPay ? props.onPayNext : null}
          renderReceipt={renderReceipt}
        />
        {isRunning && (canPayRest || props.onCancel) && (
          <ScreenOnly>
            <Stack direction="row" gap={3} justify="space-between" wraps>
              <Stack direction="row" gap={3} wraps>
                {canPayAhead && (
                  <Button variant="secondary" onClick={props.onPayAhead}>
                    {planTexts.payAhead}
                  </Button>
                )}
                {canPayRest && (
                  <Button variant="secondary" onClick={props.onPayRest}>
                    {planTexts.payRest}
                  </Button>
                )}
              </Stack>
              {props.onCancel && (
                <Button variant="quiet" isFlush onClick={props.onCancel}>
                  {planTexts.cancel}
                </Button>
              )}
            </Stack>
          </ScreenOnly>
        )}
      </Stack>
    </Card>
  );
}

function planProgress(installments: readonly Installment[]) {
  const paid = installments.filter(({ status }) => status === 'SUCCESS');
  const paidCents = addCents(...paid.map(({ cost }) => cost));
  const totalCents = addCents(...installments.map(({ cost }) => cost));
  const feeCents = addCents(...installments.map(({ fee }) => fee));
  const share = totalCents > 0 ? paidCents / totalCents : 0;
  return { paidCount: paid.length, paidCents, totalCents, feeCents, share };
}

/** Progress of a plan as a ring and as text (product §4.6). */
function PlanProgress({ installments }: { installments: readonly Installment[] }) {
  const { paidCount, paidCents, totalCents, feeCents, share } = planProgress(installments);
  const count = installments.length;
  const amounts = planTexts.amountOf(formatMoney(paidCents), formatMoney(totalCents));
  const label = planTexts.made(paidCount, count);
  return (
    <Stack direction="row" gap={4} align="center">
      <ProgressRing share={share} label={label} text={planTexts.share(paidCount, count)} />
      <div>
        <Text isStrong>{label}</Text>
        <Text size="small" tone="muted">
          {feeCents > 0 ? planTexts.withFees(amounts, formatMoney(feeCents)) : amounts}
        </Text>
      </div>
    </Stack>
  );
}

const css = bindClasses(styles);

type InstallmentListProps<Item extends Installment> = {
  installments: readonly Item[];
  onPay: (() => void) | null;
  renderReceipt: (installment: Item) => ReactNode;
};

/**
 * The installments of a plan (product §2.24, §4.6), each with ordinal, date, amount, status, and its receipt or Pay
 * button.
 */
function InstallmentList<Item extends Installment>(props: InstallmentListProps<Item>) {
  const { installments, onPay, renderReceipt } = props;
  return (
    <ol className={css('list')} aria-label={planTexts.payments}>
      {installments.map((installment) => (
        <li key={installment.index} className={css('row')}>
          <Marker installment={installment} />
          <span className={css('words')}>
            <Text isStrong>{toName(installment)}</Text>
            <Line installment={installment} />
          </span>
          <span className={css('aside')}>
            <Money text={formatMoney(installment.cost)} isStrong />
            <span className={css('action')}>
              {installment.status === 'SUCCESS' && renderReceipt(installment)}
              {isPayable(installment) && onPay && (
                <Button variant="secondary" size="small" onClick={onPay}>
                  {planTexts.pay}
                  <VisuallyHidden>{` ${toName(installment)}`}</VisuallyHidden>
                </Button>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function toName({ index, parts }: Installment): string {
  return planTexts.payment(formatOrdinal({ index, count: parts }));
}

/** R13: only the earliest unpaid installment is payable. */
function isPayable({ status, isActive }: Installment): boolean {
  return isActive && (status === 'OPEN' || status === 'FAILED');
}

type Sign = { look: 'paid' | 'missed' | 'next' | null; icon: IconName | null; word: string };

function toSign({ status, isActive }: Installment): Sign {
  const words = planTexts.sign;
  if (status === 'SUCCESS') return { look: 'paid', icon: 'check', word: words.paid };
  if (status === 'FAILED') return { look: 'missed', icon: 'alert', word: words.failed };
  if (status === 'PENDING') return { look: 'next', icon: 'clock', word: words.pending };
  if (status === 'CANCELED') return { look: null, icon: 'close', word: words.canceled };
  return isActive
    ? { look: 'next', icon: null, word: words.next }
    : { look: null, icon: null, word: words.later };
}

function Marker({ installment }: { installment: Installment }) {
  const { look, icon, word } = toSign(installment);
  return (
    <span className={css('marker', look)}>
      {icon ? (
        <Icon name={icon} size="small" />
      ) : (
        <span aria-hidden="true">{installment.index}</span>
      )}
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  );
}

type LineLook = { text: (day: string) => string; tone: TextTone };

const LINES: Partial<Record<Installment['status'], LineLook>> = {
  FAILED: { text: planTexts.line.failed, tone: 'danger' },
  CANCELED: { text: planTexts.line.canceled, tone: 'muted' },
};

function Line({ installment }: { installment: Installment }) {
  const { status, date } = installment;
  if (status === 'PENDING')
    return (
      <span className={css('pending')}>
        <Icon name="clock" size="small" />
        {planTexts.line.pending}
      </span>
    );
  const line = LINES[status];
  return (
    <Text size="small" tone={line?.tone ?? 'muted'}>
      {line ? line.text(formatDayLabel(date)) : formatDayLabel(date)}
    </Text>
  );
}
