/**
 * The authorization text a payment requires (R27): always for a bank debit, and for a card that is saved or
 * charged later.
 */
import type { MethodLine } from '@quittance/contract/methods/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import { mandateText } from '../../../shared/lib/mandate-text.ts';
import type { PayContext } from '../../store/selectors.ts';
import { type ChargeTerms, isPaidNow } from './charge-terms.ts';

type MandateInput = {
  context: PayContext;
  kind: ChargeKind;
  terms: ChargeTerms;
  /** Null for a new method. */
  chosen: MethodLine | null;
  isSaved: boolean;
};

/** Null while no plan or date is selected. */
function mandateTerms({ context, terms }: MandateInput): MandateTerms | null {
  const { schedule, quote } = terms;
  const { amountCents, feeCents } = quote;
  switch (schedule.purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
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
  const { company } = context;
  const methodLast4 = chosen?.last4 ?? null;
  return mandateText(
    { ...agreed, kind, companyName: company.name, methodLast4, isMethodSaved: isSaved },
    company,
  );
}
