/**
 * An amount other than the full amount owed (R49): from one dollar up to an amount that leaves a payable remainder
 * (R87), with the fee on that amount. Offered if the company allows it and the invoice has no arrangement.
 */
import { formatMoney } from '@quittance/contract/format';
import { type Cents, dollarsToCents, subtractCents } from '@quittance/contract/money';
import { partMax } from '@quittance/domain/checkout/charge-minimum';
import { feeFor } from '@quittance/domain/checkout/fees';
import {
  allowsOwnAmount,
  hasNoArrangement,
  isAmountAllowed,
  OWN_AMOUNT_MIN,
} from '@quittance/domain/checkout/split';
import { useState } from 'react';
import { ownAmountTexts } from '#texts/payment/own-amount';
import type { Payable } from '../../store/payable.ts';
import { restError } from '../../store/rest-error.ts';
import type { PayContext } from '../../store/selectors.ts';

export type OwnPayable = Payable & { isOwnAmount?: boolean };

export type OwnAmount = {
  isOffered: boolean;
  typed: string | null;
  error: string | null;
  restCents: Cents | null;
  open: () => void;
  type: (text: string) => void;
  close: () => void;
};

function isOfferedFor({ company, payable }: PayContext): boolean {
  if (payable.kind !== 'invoice' || !allowsOwnAmount(company)) return false;
  const isFree = hasNoArrangement(payable.invoice.status);
  const isPartible = partMax({ owed: payable.amount, company }) >= OWN_AMOUNT_MIN;
  return isFree && payable.options.includes('PAY_IN_FULL') && isPartible;
}

function toError(typed: string, { company, payable }: PayContext): string | null {
  const { amount: owed } = payable;
  const amount = dollarsToCents(typed);
  if (amount === null) return ownAmountTexts.noAmount;
  if (amount > owed) return ownAmountTexts.atMost(formatMoney(owed));
  if (amount < OWN_AMOUNT_MIN) return ownAmountTexts.atLeast(formatMoney(OWN_AMOUNT_MIN));
  return restError(amount, { owed, least: OWN_AMOUNT_MIN, company });
}

/** `payable` is what is paid now, with the typed amount and its fees once the amount is valid. */
export function useOwnAmount(context: PayContext): { own: OwnAmount; payable: OwnPayable } {
  const { company, payable } = context;
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed === null ? null : dollarsToCents(typed);
  const part = { owed: payable.amount, company };
  const isValid = amount !== null && isAmountAllowed({ amount, ...part });
  const own: OwnAmount = {
    isOffered: isOfferedFor(context),
    typed,
    error: typed === null || typed === '' ? null : toError(typed, context),
    restCents: isValid ? subtractCents(payable.amount, amount) : null,
    open: () => setTyped(''),
    type: setTyped,
    close: () => setTyped(null),
  };
  if (!isValid) return { own, payable };
  const fee = (kind: 'card' | 'ach') => feeFor({ kind, amountCents: amount, company });
  const fees = { card: fee('card'), ach: fee('ach') };
  return { own, payable: { ...payable, amount, fees, isOwnAmount: true } };
}
