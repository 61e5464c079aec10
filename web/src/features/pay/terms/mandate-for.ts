/**
 * Which text the payer has to read before the button works (R27): every bank debit has one, and a card
 * has one wherever it is kept or charged later. A card that pays once needs none.
 */
import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { type MandateTerms, mandateText } from '@quittance/domain/checkout/mandates';
import type { PayContext } from '../../../state/store/selectors.ts';
import { type ChargeTerms, isPaidNow } from './charge-terms.ts';

type MandateInput = {
  context: PayContext;
  kind: ChargeKind;
  terms: ChargeTerms;
  /** Null for a method that is typed just now. */
  chosen: MethodLine | null;
  isSaved: boolean;
};

/** Null while there is no plan or day to put into words. */
function mandateTerms({ context, terms }: MandateInput): MandateTerms | null {
  const { schedule, quote } = terms;
  const { amountCents, feeCents } = quote;
  switch (schedule.purpose) {
    case 'FULL_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
      return { purpose: schedule.purpose, amountCents, feeCents, date: context.payable.today };
    case 'PLAN': {
      const { installments } = schedule;
      return installments.length > 0
        ? { purpose: 'PLAN', amountCents, feeCents, installments }
        : null;
    }
    case 'EXTENSION': {
      const { date } = schedule;
      return date && { purpose: 'EXTENSION', amountCents, feeCents, date };
    }
  }
}

export function mandateFor(input: MandateInput): string | null {
  const { context, kind, terms, chosen, isSaved } = input;
  const isAsked = kind === 'ach' || isSaved || !isPaidNow(terms.schedule);
  const agreed = isAsked ? mandateTerms(input) : null;
  if (!agreed) return null;
  return mandateText({
    ...agreed,
    kind,
    companyName: context.company.name,
    methodLast4: chosen?.last4 ?? null,
    isMethodSaved: isSaved,
  });
}
