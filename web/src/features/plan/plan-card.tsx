// The payment plan of an invoice: progress, every payment, the method it is charged to, and what can be
// done about it. What a button opens is the page's decision.

import type { Installment, PublicInvoice } from '@quittance/contract/invoices';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MethodLine } from '../../ui/method-line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
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
    <Card label="Payment plan">
      <Stack gap={5}>
        <PlanProgress installments={installments} />
        {isRunning && <PlanMethod plan={plan} onChange={props.onChangeMethod} />}
        <InstallmentList
          installments={installments}
          onPay={canPay ? props.onPayNext : null}
          renderReceipt={renderReceipt}
        />
        {isRunning && (canPayRest || props.onCancel) && (
          <Stack direction="row" gap={3} justify="between" wraps>
            {canPayRest && (
              <Button variant="secondary" onClick={props.onPayRest}>
                Pay the rest
              </Button>
            )}
            {props.onCancel && (
              <Button variant="quiet" isFlush onClick={props.onCancel}>
                Cancel payment plan
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

const SUSPENDED_TEXT = 'The next payments of this plan are not charged until it has one.';

type PlanMethodProps = Pick<PlanCardProps<Installment>, 'plan'> & {
  onChange: (() => void) | null;
};

function PlanMethod({ plan, onChange }: PlanMethodProps) {
  const { method, isSuspended } = plan;
  if (!method || isSuspended) {
    return (
      <Notice
        tone="warning"
        title="This plan has no payment method"
        action={
          onChange && (
            <Button variant="secondary" size="small" onClick={onChange}>
              Add a payment method
            </Button>
          )
        }
      >
        {SUSPENDED_TEXT}
      </Notice>
    );
  }
  return (
    <Stack direction="row" gap={3} align="center" justify="between">
      <Stack direction="row" gap={3} align="center" wraps>
        <Text size="small" tone="muted">
          Charged automatically to
        </Text>
        <MethodLine
          kind={method.type === 'ach' ? 'bank' : 'card'}
          brand={method.brand ?? undefined}
          last4={method.last4}
        />
      </Stack>
      {onChange && (
        <Button variant="quiet" size="small" isFlush onClick={onChange}>
          Change
        </Button>
      )}
    </Stack>
  );
}
