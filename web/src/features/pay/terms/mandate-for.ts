/**
 * Which text the payer has to read before the button works (R27): every bank debit has one, and a card
 * has one wherever it is kept or charged later. A card that pays once needs none.
 */
import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { type MandateTerms, mandateText } from '@quittance/domain/checkout/mandates';
import type { PayContext } from '../../../state/store/selectors.ts';
import { isPaidNow, type Terms } from './charge-terms.ts';

type MandateQuestion = {
  context: PayContext;
  kind: ChargeKind;
  terms: Terms;
  /** Null for a method that is typed just now. */
  chosen: MethodLine | null;
  isSaved: boolean;
};

/** Null while there is no plan or day to put into words. */
function mandateTerms({ context, terms }: MandateQuestion): MandateTerms | null {
  const { purchase, quote } = terms;
  const { amountCents, feeCents } = quote;
  switch (purchase.purpose) {
    case 'FULL_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
      return { purpose: purchase.purpose, amountCents, feeCents, date: context.subject.today };
    case 'PLAN': {
      const { installments } = purchase;
      return installments.length > 0
        ? { purpose: 'PLAN', amountCents, feeCents, installments }
        : null;
    }
    case 'EXTENSION': {
      const { date } = purchase;
      return date && { purpose: 'EXTENSION', amountCents, feeCents, date };
    }
  }
}

export function mandateFor(question: MandateQuestion): string | null {
  const { context, kind, terms, chosen, isSaved } = question;
  const isAsked = kind === 'ach' || isSaved || !isPaidNow(terms.purchase);
  const agreed = isAsked ? mandateTerms(question) : null;
  if (!agreed) return null;
  return mandateText({
    ...agreed,
    kind,
    companyName: context.company.name,
    methodLast4: chosen?.last4 ?? null,
    isMethodSaved: isSaved,
  });
}
