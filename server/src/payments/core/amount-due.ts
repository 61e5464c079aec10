/**
 * Computes the cost of a partial request or an estimate for each kind of method, and refuses an outdated quote (R6,
 * R12). Invoices use payableNow().
 */

import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import type { FullSubmitBody } from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import type { CompanyRow } from '../../companies/store.ts';
import { AppError } from '../../kernel/errors.ts';

export type AmountDue = { amount: Cents; fees: Record<ChargeKind, FeeDetail> };

export function amountDue(amountCents: Cents, company: CompanyRow): AmountDue {
  const fee = (kind: ChargeKind) => feeFor({ kind, amountCents, company });
  return { amount: amountCents, fees: { card: fee('card'), ach: fee('ach') } };
}

export function feeDue(due: AmountDue, company: CompanyRow, kind: ChargeKind): Cents {
  if (!acceptedKinds(company).includes(kind)) throw new AppError('METHOD_RESTRICTED');
  return due.fees[kind].fee;
}

export function feeAgreed(
  { quote, paymentInfo }: FullSubmitBody,
  company: CompanyRow,
  amountCents: Cents,
): Cents {
  const due = amountDue(amountCents, company);
  const fee = feeDue(due, company, paymentInfo.paymentType);
  if (quote && (quote.amount !== amountCents || quote.fee !== fee)) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable: due } });
  }
  return fee;
}
