// The payment form of the PAY popup (product §2.21): the confirmed arrangement, the method and the
// authorization.

import { formatMoney } from '@quittance/contract/format';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { partMax } from '@quittance/domain/checkout/charge-minimum';
import { OWN_AMOUNT_MIN } from '@quittance/domain/checkout/split';
import { ownAmountTexts } from '#texts/payment/own-amount';
import { ownCreditTexts } from '#texts/payment/own-credit';
import { payTexts } from '#texts/payment/pay';
import { payPopupTexts } from '#texts/payment/pay-popup';
import { formatDate, formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { paymentsText } from '../arrangements/per-payment.ts';
import { Authorization } from '../payments/pay/authorization.tsx';
import type { ChargeSchedule } from '../payments/pay/charge-terms.ts';
import { MethodForm } from '../payments/pay/method-form.tsx';
import type { Arrangement } from '../payments/pay/use-arrangement.ts';
import type { OwnAmount } from '../payments/pay/use-own-amount.ts';
import type { OwnCredit } from '../payments/pay/use-own-credit.ts';
import type { PaymentForm } from '../payments/pay/use-payment-form.ts';
import type { PayContext } from '../store/selectors.ts';
import { coversAll, type PayParts } from './pay-footer.tsx';

type PayFormProps = PayParts & {
  forms: Record<ChargeKind, PaymentForm>;
  saving: { isSaved: boolean | null; onChange: (isSaved: boolean) => void };
};

export function PayForm({ context, arrangement, choice, terms, payment, ...rest }: PayFormProps) {
  const { forms, saving, own, credit } = rest;
  const { chosen, kind } = choice;
  const isLater = arrangement.option !== 'PAY_IN_FULL';
  return (
    <Stack gap={5}>
      {payment.notice && <Notice tone={payment.notice.tone}>{payment.notice.text}</Notice>}
      {isLater && <Confirmed schedule={terms.schedule} onChange={arrangement.reconsider} />}
      {credit.usableCents > 0 && <OwnCreditField {...credit} />}
      {!isLater && credit.usedCents === 0 && <OwnAmountField own={own} context={context} />}
      {/* Stays mounted: an unmounted processor iframe loses its content. */}
      <div hidden={coversAll(credit)}>
        <MethodForm choice={choice} forms={forms} refused={payment.refused} />
      </div>
      {saving.isSaved !== null && (
        <Checkbox isChecked={saving.isSaved} onCheckedChange={saving.onChange}>
          {payTexts.saveMethod}
        </Checkbox>
      )}
      {payment.mandateText && !coversAll(credit) && (
        <Stack gap={3}>
          <Authorization text={payment.mandateText} />
          {isLater && (
            <Checkbox isChecked={payment.isAgreed} onCheckedChange={payment.agree}>
              {payTexts.autoCharge}
            </Checkbox>
          )}
        </Stack>
      )}
      {!chosen && (
        <Text size="small" tone="subtle">
          {payPopupTexts.privacy[kind](context.company.name)}
        </Text>
      )}
    </Stack>
  );
}

const texts = payPopupTexts.confirmed;

function confirmedText(schedule: ChargeSchedule): { title: string; text: string | null } {
  if (schedule.purpose === 'PLAN') {
    const [first, second] = schedule.installments;
    return {
      title: paymentsText(schedule.installments),
      text:
        first && second
          ? texts.plan(formatMoney(first.costCents), formatDayLabel(second.dueOn))
          : null,
    };
  }
  const day = schedule.purpose === 'EXTENSION' && schedule.date;
  return { title: day ? texts.day(formatDayLabel(day)) : '', text: null };
}

type ConfirmedProps = { schedule: ChargeSchedule; onChange: Arrangement['reconsider'] };

function Confirmed({ schedule, onChange }: ConfirmedProps) {
  const { title, text } = confirmedText(schedule);
  return (
    <Stack direction="row" gap={3} align="center" justify="space-between">
      <div>
        <Text isStrong>{title}</Text>
        {text && (
          <Text size="small" tone="muted">
            {text}
          </Text>
        )}
      </div>
      <Button variant="quiet" size="small" isFlush onClick={onChange}>
        {texts.change}
      </Button>
    </Stack>
  );
}

/** 'Use your credit' in the payment form of a signed-in customer (R117). */
function OwnCreditField({ usableCents, usedCents, restCents, use }: OwnCredit) {
  return (
    <Stack gap={2}>
      <Checkbox isChecked={usedCents > 0} onCheckedChange={use}>
        {ownCreditTexts.use(formatMoney(usableCents))}
      </Checkbox>
      {usedCents > 0 && (
        <Text size="small" tone="muted">
          {restCents === 0 ? ownCreditTexts.all : ownCreditTexts.rest(formatMoney(restCents))}
        </Text>
      )}
    </Stack>
  );
}

/** 'Pay another amount' in the payment form (R49), and the field it opens. */
function OwnAmountField({ own, context }: { own: OwnAmount; context: PayContext }) {
  const { payable, company } = context;
  if (!own.isOffered || payable.kind !== 'invoice') return null;
  if (own.typed === null) {
    return (
      <div>
        <Button variant="quiet" size="small" isFlush onClick={own.open}>
          {ownAmountTexts.open}
        </Button>
      </div>
    );
  }
  const { restCents } = own;
  const due = formatDate(payable.invoice.dueDate);
  return (
    <Stack gap={2}>
      <Input
        label={ownAmountTexts.label}
        hint={ownAmountTexts.hint(
          formatMoney(OWN_AMOUNT_MIN),
          formatMoney(partMax({ owed: payable.amount, company })),
          formatMoney(payable.amount),
        )}
        lead="$"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={own.typed}
        error={own.error ?? undefined}
        onChange={(event) => own.type(event.target.value)}
      />
      {restCents !== null && restCents > 0 && (
        <Text size="small" tone="muted">
          {ownAmountTexts.rest(formatMoney(restCents), due)}
        </Text>
      )}
      <div>
        <Button variant="quiet" size="small" isFlush onClick={own.close}>
          {ownAmountTexts.whole}
        </Button>
      </div>
    </Stack>
  );
}
