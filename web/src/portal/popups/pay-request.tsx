// Pays a request: now or, for an invoice, in a plan or on another day. Options are on the left, the selected view
// or the form on the right, and amounts and button in the footer.

import type { IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { type ScheduleWindow, scheduleHint } from '@quittance/domain/checkout/schedule';
import { useState } from 'react';
import { payPopupTexts } from '#texts/payment/pay-popup';
import { checkoutTexts } from '#texts/shared/checkout';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { perPaymentText } from '../arrangements/per-payment.ts';
import { PlanChoice } from '../arrangements/plan-choice.tsx';
import {
  type ChargeTerms,
  methodUse,
  toChargeTerms,
  toPurpose,
} from '../payments/pay/charge-terms.ts';
import { isPopupBlocked, overlayVariant } from '../payments/pay/overlay-variant.ts';
import { PayableHeader, PayOptions } from '../payments/pay/pay-options.tsx';
import { kindsFor, offeredMethods, savedMethodsFor } from '../payments/pay/saved-methods.ts';
import { type Arrangement, useArrangement } from '../payments/pay/use-arrangement.ts';
import { type MethodChoice, useMethodChoice } from '../payments/pay/use-method-choice.ts';
import { useOwnAmount } from '../payments/pay/use-own-amount.ts';
import { useOwnCredit } from '../payments/pay/use-own-credit.ts';
import { usePayment } from '../payments/pay/use-payment.ts';
import { type PaymentForm, usePaymentForm } from '../payments/pay/use-payment-form.ts';
import { neededPayerId } from '../processors/layouts.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupClosed } from '../store/popup.ts';
import type { PayContext } from '../store/selectors.ts';
import { payFooter } from './pay-footer.tsx';
import { PayForm } from './pay-form.tsx';
import { PayOverlay } from './pay-overlay.tsx';
import { PayReason } from './pay-reason.tsx';

/** Titles of product §2.9. The form always uses the first one. */
const TITLES = {
  PAY_IN_FULL: payPopupTexts.form,
  PAYMENT_PLAN: payPopupTexts.plan,
  PAYMENT_EXTENSION: payPopupTexts.schedule,
} as const;

/** Product §5.6: offered to a signed-in customer who pays now with a new method (R18). */
function canSave(context: PayContext, { option }: Arrangement, { chosen, kind }: MethodChoice) {
  // A method that cannot be charged later is not saved.
  const isReusable = kind === 'card' || neededPayerId(context.company) === null;
  return 'id' in context.customer && option === 'PAY_IN_FULL' && !chosen && isReusable;
}

/** A saved method needs no fields, and a form opened later has its own loading state. */
function fieldsPhase(
  isFormShown: boolean,
  { chosen, isFirstView }: MethodChoice,
  form: PaymentForm,
) {
  if (!isFormShown || chosen || (form.phase === 'loading' && !isFirstView)) return 'ready';
  return form.phase;
}

export function PayRequest({ context }: { context: PayContext }) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const arrangement = useArrangement(context);
  const { own, payable: asked } = useOwnAmount(context);
  const isNow = arrangement.option === 'PAY_IN_FULL' && own.typed === null;
  const { credit, payable } = useOwnCredit(context, { payable: asked, isOffered: isNow });
  const choice = useMethodChoice({
    saved: offeredMethods(savedMethodsFor(context), {
      option: arrangement.option,
      on: arrangement.date,
    }),
    kinds: kindsFor(context, arrangement.option),
  });
  const [isSaveWanted, setIsSaveWanted] = useState(true);
  const isSaved = canSave(context, arrangement, choice) ? isSaveWanted : null;
  const { option, isConfirmed } = arrangement;
  // The typed amount applies only to a payment now. A plan or a scheduled payment covers the full amount owed.
  const priced = option === 'PAY_IN_FULL' ? payable : context.payable;
  const terms = {
    card: toChargeTerms(arrangement, priced, 'card'),
    ach: toChargeTerms(arrangement, priced, 'ach'),
  };
  const toForm = (kind: ChargeKind) => ({
    context,
    kind,
    isShown: isConfirmed && !choice.chosen && choice.kind === kind,
    use: methodUse(terms[kind], isSaved === true),
    isWalletWanted: option === 'PAY_IN_FULL',
  });
  const forms = { card: usePaymentForm(toForm('card')), ach: usePaymentForm(toForm('ach')) };
  const form = forms[choice.kind];
  const chosenTerms = terms[choice.kind];
  const payment = usePayment({
    context,
    arrangement,
    choice,
    form,
    terms: chosenTerms,
    isSaved,
    creditCents: credit.usedCents,
  });
  const variant = overlayVariant({
    fields: fieldsPhase(isConfirmed, choice, form),
    request,
    purpose: toPurpose(option, payable),
    payable,
  });
  const options = payable.kind === 'invoice' && (
    <Options context={context} arrangement={arrangement} choice={choice} terms={chosenTerms} />
  );
  const parts = { context, arrangement, choice, form, terms: chosenTerms, payment, own, credit };
  return (
    <Dialog
      isOpen
      title={isConfirmed ? payPopupTexts.form : TITLES[option]}
      size={options ? 'large' : 'tall'}
      isBlocked={isPopupBlocked(variant, request) || payment.isWalletOpen}
      onClose={() => void dispatch(popupClosed())}
      sidebar={options}
      carousel={options}
      {...payFooter(parts)}
      overlay={
        variant !== 'none' && (
          <PayOverlay variant={variant} context={context} kind={choice.kind} form={form} />
        )
      }
    >
      <Stack gap={6}>
        <PayReason />
        {!options && <PayableHeader context={context} />}
        {!isConfirmed && <ArrangementView {...parts} />}
        {/* Stays mounted: an unmounted processor iframe loses its content. */}
        <div hidden={!isConfirmed}>
          <PayForm {...parts} forms={forms} saving={{ isSaved, onChange: setIsSaveWanted }} />
        </div>
      </Stack>
    </Dialog>
  );
}

type ViewProps = { context: PayContext; arrangement: Arrangement; terms: ChargeTerms };

function Options({ context, arrangement, choice, terms }: ViewProps & { choice: MethodChoice }) {
  const { payable } = context;
  const plan = toChargeTerms(
    { ...arrangement, option: 'PAYMENT_PLAN' },
    payable,
    choice.kind,
  ).schedule;
  const { totalCents, feeCents } = terms.quote;
  const today = feeCents > 0 ? payPopupTexts.todayWithFee : payPopupTexts.today;
  const texts = {
    PAY_IN_FULL: today(formatMoney(totalCents)),
    PAYMENT_PLAN: plan.purpose === 'PLAN' ? perPaymentText(plan.installments) : '',
    PAYMENT_EXTENSION: payPopupTexts.schedule,
  };
  return (
    <PayOptions
      context={context}
      options={arrangement.options}
      texts={texts}
      value={arrangement.option}
      onValueChange={(option) => {
        arrangement.chooseOption(option);
        choice.showSaved();
      }}
    />
  );
}

function ArrangementView({ context, arrangement, terms }: ViewProps) {
  const { today } = context.payable;
  const { schedule } = terms;
  if (schedule.purpose === 'PLAN')
    return (
      <PlanChoice
        counts={arrangement.counts}
        count={arrangement.count}
        installments={schedule.installments}
        today={today}
        onCountChange={arrangement.chooseCount}
      />
    );
  return (
    <ScheduleChoice
      window={arrangement.window}
      today={today}
      date={arrangement.date}
      hint={scheduleHint(context.company.preference, checkoutTexts)}
      onDateChange={arrangement.chooseDate}
    />
  );
}

const Calendar = onDemand(async () => (await import('../arrangements/calendar.tsx')).Calendar, {
  waiting: () => <Skeleton shape="block" height="348px" />,
}).Component;

type ScheduleChoiceProps = {
  window: ScheduleWindow;
  today: IsoDate;
  date: IsoDate | null;
  hint: string;
  onDateChange: (date: IsoDate) => void;
};

/**
 * The schedule view of the PAY popup (product §2.12): a calendar with the allowed days, and a hint about them (R9).
 */
function ScheduleChoice({ window, today, date, hint, onDateChange }: ScheduleChoiceProps) {
  return (
    <Stack gap={4}>
      <Text tone="muted">{hint}</Text>
      <Calendar window={window} today={today} date={date} onDateChange={onDateChange} />
    </Stack>
  );
}
