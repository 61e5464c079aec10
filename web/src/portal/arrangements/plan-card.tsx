// The payment plan of an invoice: progress, method, installments and actions.

import type { Installment, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { ReactNode } from 'react';
import { planTexts } from '#texts/payment/plan';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { MethodRow } from '../../shared/ui/data/method-row.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { InstallmentList } from './installment-list.tsx';
import { PlanProgress } from './plan-progress.tsx';

type PlanCardProps<Item extends Installment> = {
  plan: NonNullable<PublicInvoice['plan']>;
  installments: readonly Item[];
  isRunning: boolean;
  isPayable: boolean;
  renderReceipt: (installment: Item) => ReactNode;
  onPayNext: () => void;
  onPayAhead: () => void;
  onPayRest: () => void;
  /** Null for a public link: both need a session. */
  onChangeMethod: (() => void) | null;
  onCancel: (() => void) | null;
};

export function PlanCard<Item extends Installment>(props: PlanCardProps<Item>) {
  const { plan, installments, isRunning, isPayable, renderReceipt } = props;
  const canPay = isRunning && isPayable && plan.method !== null && !plan.isSuspended;
  const unpaid = installments.filter(({ status }) => status === 'OPEN' || status === 'FAILED');
  const canPayRest = canPay && unpaid.length > 1;
  // More than the next payment and fewer than all of them.
  const canPayAhead = canPay && unpaid.length > 2;
  return (
    <Card label={planTexts.title}>
      <Stack gap={5}>
        <PlanProgress installments={installments} />
        {isRunning && (
          <MethodRow
            method={plan.isSuspended ? null : plan.method}
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
