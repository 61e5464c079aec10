// 'Pay another amount' in the payment form (R49), and the field that it opens.

import { formatMoney } from '@quittance/contract/format';
import { partMax } from '@quittance/domain/checkout/charge-minimum';
import { OWN_AMOUNT_MIN } from '@quittance/domain/checkout/split';
import { ownAmountTexts } from '#texts/payment/own-amount';
import { formatDate } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Input } from '../../../shared/ui/form/input.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { PayContext } from '../../store/selectors.ts';
import type { OwnAmount } from './use-own-amount.ts';

export function OwnAmountField({ own, context }: { own: OwnAmount; context: PayContext }) {
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
          formatMoney(partMax({ owed: payable.amount, company, kind: null })),
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
