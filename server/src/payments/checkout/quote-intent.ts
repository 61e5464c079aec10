/**
 * Computes the quote for which an intent is offered (R44): the same amounts and refusals as for a submit, for one
 * kind of method. The browser does not send amounts. The response contains them, and confirming the intent accepts
 * them.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import { invariant } from '@quittance/domain/invariant';
import { arrangeableNow } from '../../arrangements/payable-now.ts';
import { planTerms } from '../../arrangements/plan-terms.ts';
import { type BrowserLanguage, payerLanguage } from '../../customers/payer-language.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { IntentQuote } from '../../ledger/intents.ts';
import { consentText } from '../../methods/consent.ts';
import { expectProcessorCustomer } from '../../methods/processor-customers.ts';
import type { Tx } from '../../platform/database/database.ts';
import { amountDue, feeDue } from '../core/amount-due.ts';
import { toMandateTerms } from '../core/intent-mandate.ts';
import type { LockedContext } from './begin.ts';
import { amountOfEstimate } from './pay-estimate.ts';
import { amountInFull, payableInFull } from './pay-in-full.ts';
import { requestedAmount } from './pay-partial.ts';

export type QuoteRequest = {
  principal: Principal;
  browser: BrowserLanguage;
  locked: LockedContext;
  version: number;
  kind: ChargeKind | null;
  count: number | null;
  isScheduled: boolean;
};

type Terms = Pick<IntentQuote, 'purpose' | 'paymentOption' | 'amountCents' | 'feeCents' | 'plan'>;

async function termsOfInvoice(
  tx: Tx,
  deps: Deps,
  { locked, count, isScheduled, kind }: QuoteRequest & { kind: ChargeKind },
): Promise<Terms> {
  const { context } = locked;
  const payable = await payableInFull(tx, deps, context);
  if (isScheduled && context.invoice?.status !== 'PAYMENT_EXTENSION') {
    throw new AppError('ACCOUNT_NOT_PAYABLE');
  }
  if (count === null) {
    const amounts = amountInFull(payable, kind);
    return { purpose: 'FULL_AMOUNT', paymentOption: 'PAY_IN_FULL', ...amounts, plan: null };
  }
  const { invoice, company } = context;
  invariant(invoice, 'what is payable in full has its invoice');
  const arrangeable = await arrangeableNow(tx, deps, { invoice, company });
  const plan = planTerms(deps, { payable: arrangeable, company, kind, count });
  const [first] = plan.installments;
  invariant(first, 'a plan has a first installment');
  const { principalCents: amountCents, feeCents } = first;
  return { purpose: 'PLAN', paymentOption: 'PAYMENT_PLAN', amountCents, feeCents, plan };
}

/** A partial request or an estimate is paid immediately and in full. */
function termsOfAmount(
  { locked, count, isScheduled, kind }: QuoteRequest & { kind: ChargeKind },
  purpose: 'PARTIAL' | 'ESTIMATE',
  amountCents: Cents,
): Terms {
  if (count !== null || isScheduled) throw new AppError('OPTION_NOT_AVAILABLE');
  const { company } = locked.context;
  const feeCents = feeDue(amountDue(amountCents, company), company, kind);
  return { purpose, paymentOption: null, amountCents, feeCents, plan: null };
}

async function findTerms(
  tx: Tx,
  deps: Deps,
  request: QuoteRequest & { kind: ChargeKind },
): Promise<Terms> {
  const { locked } = request;
  switch (locked.payable.kind) {
    case 'invoice':
      return termsOfInvoice(tx, deps, request);
    case 'orders':
      return termsOfAmount(request, 'PARTIAL', await requestedAmount(tx, locked));
    case 'invoices':
      // Our own pages pay several invoices without an intent (ADR 0088).
      throw new AppError('OPTION_NOT_AVAILABLE');
    case 'estimate':
      return termsOfAmount(request, 'ESTIMATE', await amountOfEstimate(tx, locked));
  }
}

/** R27: a bank debit or a plan needs a mandate. A single card payment does not. */
function toMandate(
  request: QuoteRequest,
  terms: Terms,
  { kind, date }: { kind: ChargeKind; date: IsoDate },
): string | null {
  if (kind === 'card' && terms.purpose !== 'PLAN') return null;
  const { company } = request.locked.context;
  const language = payerLanguage(request, request.locked.language);
  return consentText(language, {
    company,
    terms: toMandateTerms(terms, date),
    kind,
    methodLast4: null,
  });
}

/**
 * The later installments are charged with the same method. A method entered through a link belongs only to that
 * invoice (R18).
 */
function savesMethodAs({ principal }: QuoteRequest, { purpose }: Terms) {
  if (purpose !== 'PLAN') return null;
  return principal.kind === 'link' ? 'attached' : 'saved';
}

export async function quoteIntent(tx: Tx, deps: Deps, request: QuoteRequest): Promise<IntentQuote> {
  const { company } = request.locked.context;
  const kind = request.kind ?? acceptedKinds(company)[0];
  if (!kind) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const terms = await findTerms(tx, deps, { ...request, kind });
  const quotedOn = deps.clock.today(company.timeZone);
  const saved = savesMethodAs(request, terms);
  const { companyId, customerId } = request.locked.context.request;
  const { processor } = company;
  if (saved) expectProcessorCustomer(tx, deps, { companyId, customerId, processor });
  return {
    version: request.version,
    ...terms,
    kind,
    savesMethodAs: saved,
    mandateText: toMandate(request, terms, { kind, date: quotedOn }),
    quotedOn,
    quotedAt: deps.clock.now(),
  };
}
