/**
 * The customer's own credit (R117): applied before the rest is charged, or alone if it covers everything. Offered to a
 * signed-in customer who pays an invoice without an arrangement. The rest must be large enough to charge (R87).
 */
import { type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { partMax } from '@quittance/domain/checkout/charge-minimum';
import { feeFor } from '@quittance/domain/checkout/fees';
import { hasNoArrangement } from '@quittance/domain/checkout/split';
import { useState } from 'react';
import { ownCreditTexts } from '#texts/payment/own-credit';
import { createApiThunk } from '../../store/app-thunk.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { popupClosed } from '../../store/popup.ts';
import { refresh } from '../../store/refresh.ts';
import type { PayContext } from '../../store/selectors.ts';
import type { OwnPayable } from './use-own-amount.ts';

const payByCredit = createApiThunk('request/payByCredit', 'payByCredit', {
  successToast: ownCreditTexts.paid,
});

function findUsable({ company, customer, payable }: PayContext): Cents {
  const credit = 'id' in customer ? customer.credit : ZERO;
  const isFree = payable.kind === 'invoice' && hasNoArrangement(payable.invoice.status);
  if (!isFree || !payable.options.includes('PAY_IN_FULL')) return ZERO;
  const { amount: owed } = payable;
  return credit >= owed ? owed : minCents(credit, partMax({ owed, company }));
}

export type OwnCredit = {
  /** Zero if no credit is offered. */
  usableCents: Cents;
  usedCents: Cents;
  restCents: Cents;
  use: (isUsed: boolean) => void;
  isPaying: boolean;
  /** Pays everything with credit. */
  pay: () => void;
};

/** `payable` is what is charged now. */
export function useOwnCredit(
  context: PayContext,
  { payable, isOffered }: { payable: OwnPayable; isOffered: boolean },
): { credit: OwnCredit; payable: OwnPayable } {
  const dispatch = useAppDispatch();
  const { company, requestId } = context;
  const [isUsed, use] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const usableCents = isOffered ? findUsable(context) : ZERO;
  const usedCents = isUsed ? usableCents : ZERO;
  const amount = subtractCents(payable.amount, usedCents);
  const pay = async (): Promise<void> => {
    setIsPaying(true);
    const result = await dispatch(
      payByCredit({ params: { id: requestId }, body: { amount: usedCents } }),
    );
    setIsPaying(false);
    if (payByCredit.fulfilled.match(result)) dispatch(popupClosed());
    await dispatch(refresh());
  };
  const credit = {
    usableCents,
    usedCents,
    restCents: amount,
    use,
    isPaying,
    pay: () => void pay(),
  };
  if (usedCents === 0) return { credit, payable };
  const fee = (kind: 'card' | 'ach') => feeFor({ kind, amountCents: amount, company });
  return { credit, payable: { ...payable, amount, fees: { card: fee('card'), ach: fee('ach') } } };
}
