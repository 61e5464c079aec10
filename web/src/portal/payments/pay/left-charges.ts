/** What is left to charge of the arrangement on an invoice, for a change of its method (R36). */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { subtractCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import {
  type LeftCharge,
  type MethodChangeTerms,
  methodChangeTerms,
} from '@quittance/domain/checkout/method-change';

type Arranged = Pick<PublicInvoice, 'schedule' | 'plan' | 'installments'>;

/** Paid installments and one that is being charged keep their amounts. */
function chargesOf({ schedule, installments }: Arranged): LeftCharge[] {
  if (schedule) {
    const { date: dueOn, amount: amountCents, fee: feeCents } = schedule;
    return [{ dueOn, amountCents, feeCents }];
  }
  return installments
    .filter(({ status }) => status === 'OPEN' || status === 'FAILED')
    .map(({ date: dueOn, cost, fee }) => ({
      dueOn,
      amountCents: subtractCents(cost, fee),
      feeCents: fee,
    }));
}

/** The same terms the server computes and compares. */
export function termsAfterChange(
  invoice: Arranged,
  to: ChargeKind,
  company: Company,
): MethodChangeTerms {
  const from = (invoice.schedule ?? invoice.plan)?.kind ?? to;
  return methodChangeTerms({ charges: chargesOf(invoice), from, to, company });
}
