/** The cost of one installment as text: '$386.33 a month, including fee' (product §2.11). */
import { formatMoney } from '@quittance/contract/format';
import type { PlannedInstallment } from '@quittance/domain/checkout/plan';
import { planTexts } from '#texts/payment/plan';

/** The first payments may cost a cent more than the last ones (R7). */
export function perPaymentText(installments: readonly PlannedInstallment[]): string {
  const [first] = installments;
  if (!first) return '';
  const cost = formatMoney(first.costCents);
  return first.feeCents > 0 ? planTexts.aMonthWithFee(cost) : planTexts.aMonth(cost);
}

/** '4 payments of $386.33', or 'of up to' if they differ by a cent. */
export function paymentsText(installments: readonly PlannedInstallment[]): string {
  const [first] = installments;
  const last = installments.at(-1);
  if (!first || !last) return '';
  const cost = formatMoney(first.costCents);
  const upTo = first.costCents === last.costCents ? cost : planTexts.upTo(cost);
  return planTexts.paymentsOf(installments.length, upTo);
}
