// The PAY popup (product §2.9 to §2.14). A running plan has its own dialog, which is selected when the popup opens.

import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { useState } from 'react';
import { payPopupTexts } from '#texts/payment/pay-popup';
import { checkoutTexts } from '#texts/shared/checkout';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toFeeAmounts } from '../payments/pay/fee-summary.tsx';
import { isPopupBlocked, overlayVariant } from '../payments/pay/overlay-variant.ts';
import { PayableHeader } from '../payments/pay/pay-options.tsx';
import type { Quote } from '../payments/pay/quote.ts';
import { SubmitButton } from '../payments/pay/submit-button.tsx';
import { aheadCounts, planOffers, usePayPlan } from '../payments/pay/use-pay-plan.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { type PlanPart, popupClosed } from '../store/popup.ts';
import { type PayContext, selectPayContext } from '../store/selectors.ts';
import { PayOverlay } from './pay-overlay.tsx';
import { PayReason } from './pay-reason.tsx';
import { PayRequest } from './pay-request.tsx';

/** Renders nothing until company, processor, customer, payable and request are known (product §2.13). */
export function PayPopup() {
  const context = useAppSelector(selectPayContext);
  return context && <PayDialog context={context} />;
}

/** Decided once, because a plan started in this popup is already running before its overlay closes. */
function PayDialog({ context }: { context: PayContext }) {
  const { payable } = context;
  const invoice = payable.kind === 'invoice' ? payable.invoice : null;
  const [isPlanRunning] = useState(() => invoice?.status === 'PAYMENT_PLAN_IN_PROGRESS');
  if (isPlanRunning && invoice) return <PayPlan context={context} invoice={invoice} />;
  return <PayRequest context={context} />;
}

const texts = payPopupTexts.runningPlan;

type PayPlanProps = { context: PayContext; invoice: PublicInvoice };

/**
 * The PAY popup of a running plan (R13): the next installment, several of them or the rest, with the plan's method.
 */
function PayPlan({ context, invoice }: PayPlanProps) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const wanted = useAppSelector(({ popup }) => popup.buffer.planPart);
  const choice = useParts(invoice, wanted ?? 'next');
  const { offer } = choice;
  const { submit, isSubmitting, notice } = usePayPlan({ context, invoice, offer });
  const method = invoice.plan?.isSuspended ? null : invoice.plan?.method;
  const kind = method?.type ?? 'card';
  const { payable } = context;
  const variant = overlayVariant({ fields: 'ready', request, purpose: 'PLAN', payable });
  return (
    <Dialog
      isOpen
      title={payPopupTexts.plan}
      size="tall"
      isBlocked={isPopupBlocked(variant, request)}
      onClose={() => void dispatch(popupClosed())}
      {...(offer && {
        amounts: toFeeAmounts({
          quote: offer.quote,
          terms: payable.fees[kind],
          balanceLabel: texts.amount,
        }),
        footer: (
          <SubmitButton
            text={checkoutTexts.button.full(formatMoney(offer.quote.totalCents))}
            isDisabled={!method}
            isLoading={isSubmitting}
            onPress={submit}
          />
        ),
      })}
      overlay={variant !== 'none' && <PayOverlay variant={variant} context={context} kind={kind} />}
    >
      <Stack gap={6}>
        <PayableHeader context={context} />
        <PayReason />
        {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
        <Parts {...choice} />
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

function useParts(invoice: PublicInvoice, wanted: PlanPart) {
  const [part, choose] = useState(wanted);
  const [chosen, setCount] = useState(2);
  const counts = aheadCounts(invoice);
  const count = counts.includes(chosen) ? chosen : (counts[0] ?? 2);
  const offers = planOffers(invoice, count);
  const offer = offers.find((candidate) => candidate.part === part) ?? offers[0] ?? null;
  return { offers, offer, counts, count, choose, setCount };
}

type PartsProps = ReturnType<typeof useParts>;

function amountText({ totalCents, feeCents }: Quote): string {
  const amount = formatMoney(totalCents);
  return feeCents > 0 ? payPopupTexts.withFee(amount) : amount;
}

function Parts({ offers, offer, counts, count, choose, setCount }: PartsProps) {
  return (
    <Stack gap={4}>
      <OptionGroup legend={texts.parts}>
        {offers.map(({ part, title, quote }) => (
          <OptionCard
            key={part}
            name="plan-part"
            value={part}
            title={title}
            text={amountText(quote)}
            isSelected={part === offer?.part}
            onSelect={() => choose(part)}
          />
        ))}
      </OptionGroup>
      {offer?.part === 'ahead' && (
        <Stack gap={2}>
          {counts.length > 1 && (
            <Select
              label={texts.count}
              options={counts.map((each) => ({ value: String(each), label: String(each) }))}
              value={String(count)}
              onValueChange={(value) => setCount(Number(value))}
            />
          )}
          <Text size="small" tone="muted">
            {texts.ahead}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
