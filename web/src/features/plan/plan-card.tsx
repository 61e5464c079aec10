// The payment plan of an invoice: progress, every payment, the method it is charged to, and what can be
// done about it. What a button opens is the page's decision.

import type { Installment, PublicInvoice } from '@quittance/contract/invoices';
import type { ReactNode } from 'react';
import { planTexts } from '#texts/payment/plan';
import { Button } from '../../ui/actions/button.tsx';
import { MethodLine } from '../../ui/data/method-line.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ScreenOnly } from '../../ui/layout/screen-only.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/text/text.tsx';
import { InstallmentList } from './installment-list.tsx';
import { PlanProgress } from './plan-progress.tsx';

type PlanCardProps<Item extends Installment> = {
  plan: NonNullable<PublicInvoice['plan']>;
  installments: readonly Item[];
  isRunning: boolean;
  isPayable: boolean;
  renderReceipt: (installment: Item) => ReactNode;
  onPayNext: () => void;
  onPayRest: () => void;
  /** Null for whoever comes by a link: both need a session. */
  onChangeMethod: (() => void) | null;
  onCancel: (() => void) | null;
};

export function PlanCard<Item extends Installment>(props: PlanCardProps<Item>) {
  const { plan, installments, isRunning, isPayable, renderReceipt } = props;
  const canPay = isRunning && isPayable && plan.method !== null && !plan.isSuspended;
  const unpaid = installments.filter(({ status }) => status === 'OPEN' || status === 'FAILED');
  const canPayRest = canPay && unpaid.length > 1;
  return (
    <Card label={planTexts.title}>
      <Stack gap={5}>
        <PlanProgress installments={installments} />
        {isRunning && <PlanMethod plan={plan} onChange={props.onChangeMethod} />}
        <InstallmentList
          installments={installments}
          onPay={canPay ? props.onPayNext : null}
          renderReceipt={renderReceipt}
        />
        {isRunning && (canPayRest || props.onCancel) && (
          <ScreenOnly>
            <Stack direction="row" gap={3} justify="between" wraps>
              {canPayRest && (
                <Button variant="secondary" onClick={props.onPayRest}>
                  {planTexts.payRest}
                </Button>
              )}
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

type PlanMethodProps = Pick<PlanCardProps<Installment>, 'plan'> & {
  onChange: (() => void) | null;
};

function PlanMethod({ plan, onChange }: PlanMethodProps) {
  const { method, isSuspended } = plan;
  if (!method || isSuspended) {
    return (
      <Notice
        tone="warning"
        title={planTexts.method.none}
        action={
          onChange && (
            <Button variant="secondary" size="small" onClick={onChange}>
              {planTexts.method.add}
            </Button>
          )
        }
      >
        {planTexts.method.noneHint}
      </Notice>
    );
  }
  return (
    <Stack direction="row" gap={3} align="center" justify="between">
      <Stack direction="row" gap={3} align="center" wraps>
        <Text size="small" tone="muted">
          {planTexts.method.chargedTo}
        </Text>
        <MethodLine
          kind={method.type === 'ach' ? 'bank' : 'card'}
          brand={method.brand ?? undefined}
          last4={method.last4}
        />
      </Stack>
      {onChange && (
        <Button variant="quiet" size="small" isFlush onClick={onChange}>
          {planTexts.method.change}
        </Button>
      )}
    </Stack>
  );
}
