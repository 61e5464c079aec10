// The PAY popup of a running plan (R13): the next installment or the rest, with the plan's method.

import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/schemas/invoices';
import { useState } from 'react';
import { payPopupTexts } from '#texts/payment/pay-popup';
import { PayableHeader } from '../features/pay/options/pay-options.tsx';
import { overlayVariant } from '../features/pay/result/overlay-variant.ts';
import { SubmitButton } from '../features/pay/submit/submit-button.tsx';
import { type PlanPayment, planPayments, usePayPlan } from '../features/pay/submit/use-pay-plan.ts';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
import { popupClosed } from '../state/store/popup.ts';
import type { PayContext } from '../state/store/selectors.ts';
import { MethodLine } from '../ui/data/method-line.tsx';
import { SummaryList } from '../ui/data/summary-list.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { OptionCard } from '../ui/form/option-card.tsx';
import { OptionGroup } from '../ui/form/option-group.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { Money } from '../ui/text/money.tsx';
import { Text } from '../ui/text/text.tsx';
import { PayOverlay } from './pay-overlay.tsx';

const texts = payPopupTexts.runningPlan;

type PayPlanProps = { context: PayContext; invoice: PublicInvoice };

export function PayPlan({ context, invoice }: PayPlanProps) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const wanted = useAppSelector(({ popup }) => popup.buffer.planPart);
  const [part, setPart] = useState(wanted ?? 'next');
  const payments = planPayments(invoice);
  const payment = payments.find((candidate) => candidate.part === part) ?? payments[0] ?? null;
  const { submit, isSubmitting } = usePayPlan({ context, invoice, payment });
  const method = invoice.plan?.isSuspended ? null : invoice.plan?.method;
  const kind = method?.type ?? 'card';
  const { payable } = context;
  const variant = overlayVariant({ fields: 'ready', request, purpose: 'PLAN', payable });
  const total = formatMoney(payment?.totalCents ?? invoice.payable.amount);
  return (
    <Dialog
      isOpen
      title={payPopupTexts.plan}
      size="tall"
      isBlocked={variant === 'pending'}
      onClose={() => void dispatch(popupClosed())}
      footer={
        payment && (
          <Stack gap={4}>
            <SummaryList
              look="tight"
              rows={[{ label: payPopupTexts.total, value: <Money text={total} />, isStrong: true }]}
            />
            <SubmitButton
              text={{
                purpose: 'FULL_AMOUNT',
                amountCents: payment.totalCents,
                firstInstallmentCents: null,
              }}
              isDisabled={!method}
              isLoading={isSubmitting}
              onPress={submit}
            />
          </Stack>
        )
      }
      overlay={variant !== 'none' && <PayOverlay variant={variant} context={context} kind={kind} />}
    >
      <Stack gap={6}>
        <PayableHeader context={context} />
        <Parts payments={payments} payment={payment} onChoose={setPart} />
        {method ? (
          <Stack gap={2}>
            <Text isStrong>{texts.method}</Text>
            <MethodLine {...method} />
          </Stack>
        ) : (
          <Notice tone="warning">{texts.noMethod}</Notice>
        )}
      </Stack>
    </Dialog>
  );
}

type PartsProps = {
  payments: readonly PlanPayment[];
  payment: PlanPayment | null;
  onChoose: (part: PlanPayment['part']) => void;
};

function Parts({ payments, payment, onChoose }: PartsProps) {
  return (
    <OptionGroup legend={texts.parts}>
      {payments.map(({ part, title, totalCents }) => (
        <OptionCard
          key={part}
          name="plan-part"
          value={part}
          title={title}
          text={formatMoney(totalCents)}
          isSelected={part === payment?.part}
          onSelect={() => onChoose(part)}
        />
      ))}
    </OptionGroup>
  );
}
