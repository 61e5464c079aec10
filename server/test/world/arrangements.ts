/**
 * Arrangements of a customer for scenarios: a scheduled payment, auto-pay, another method. Created through the
 * portal's own use cases, without its pages.
 */

import { randomUUID } from 'node:crypto';
import { addDays } from '@quittance/contract/dates';
import type { MethodId } from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import { type MandateTerms, mandateText } from '@quittance/domain/checkout/mandates';
import { invariant } from '@quittance/domain/invariant';
import { WORDS } from '@quittance/domain/texts/words';
import { createSchedule } from '../../src/arrangements/create-schedule.ts';
import { findCompany } from '../../src/companies/store.ts';
import { lockInvoice } from '../../src/invoices/store.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { AppError } from '../../src/kernel/errors.ts';
import type { CustomerPrincipal } from '../../src/kernel/principal.ts';
import { switchAutoPayOn } from '../../src/methods/auto-pay.ts';
import { changeInvoiceMethod } from '../../src/methods/change-invoice-method.ts';
import { recordConsent } from '../../src/methods/consent.ts';
import { findLiveMethod } from '../../src/methods/methods.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { TestCompany, TestInvoice } from './company.ts';

const EVIDENCE = { ipAddress: '127.0.0.1', userAgent: 'Mozilla/5.0' };

export function toCustomer({ companyId, customerId }: TestCompany, deps: Deps): CustomerPrincipal {
  const signedInAt = deps.clock.now();
  return {
    kind: 'customer',
    sessionId: randomUUID(),
    companyId,
    customerId,
    signedInAt,
    isDemo: false,
  };
}

export type ArrangementSetup = { company: TestCompany; invoice: TestInvoice; methodId: MethodId };

async function readParts(tx: Tx, { company, invoice, methodId }: ArrangementSetup) {
  const { companyId, customerId } = company;
  const row = await lockInvoice(tx, { companyId, invoiceId: invoice.invoiceId });
  const provider = await findCompany(tx, companyId);
  const method = await findLiveMethod(tx, { companyId, customerId, methodId });
  invariant(row && provider && method, 'what is arranged has its invoice, company and method');
  const amountCents = row.totalCents;
  const { fee } = feeFor({ kind: method.kind, amountCents, company: provider });
  return { row, provider, method, amountCents, feeCents: fee };
}

type Parts = Awaited<ReturnType<typeof readParts>>;

function consent(tx: Tx, deps: Deps, { parts, terms }: { parts: Parts; terms: MandateTerms }) {
  const { method, provider } = parts;
  const { timeZone } = provider;
  const text = mandateText(
    { ...terms, kind: method.kind, company: provider, methodLast4: method.last4 },
    WORDS.en,
  );
  const from = deps.clock.today(timeZone);
  return recordConsent(tx, deps, {
    method,
    terms,
    text,
    from,
    evidence: EVIDENCE,
    at: deps.clock.now(),
  });
}

export async function addSchedule(
  deps: Deps,
  arranged: ArrangementSetup,
  inDays: number,
): Promise<string> {
  const { company, invoice } = arranged;
  return deps.database.inCompany({ companyId: company.companyId }, async (tx) => {
    const parts = await readParts(tx, arranged);
    const { row, provider, method, amountCents, feeCents } = parts;
    const date = addDays(deps.clock.today(provider.timeZone), inDays);
    const terms = { purpose: 'EXTENSION', amountCents, feeCents, date } as const;
    const mandateId = await consent(tx, deps, { parts, terms });
    const schedule = await createSchedule(tx, deps, {
      invoice: row,
      company: provider,
      method,
      mandateId,
      terms: { methodKind: method.kind, date, amountCents, feeCents },
      requestId: invoice.requestId,
      actor: `customer:${company.customerId}`,
    });
    return schedule.id;
  });
}

export type SavedMethod = { methodId: MethodId; last4: string };

export type Choice = { company: TestCompany; kind: ChargeKind; method: SavedMethod };

export async function autoPayOn(deps: Deps, { company, kind, method }: Choice): Promise<void> {
  const provider = await deps.database.asSystem((tx) => findCompany(tx, company.companyId));
  invariant(provider, 'a test company exists');
  const { feePercentage, feeFixed } = feeFor({ kind, amountCents: ZERO, company: provider });
  await switchAutoPayOn(deps, {
    feeTerms: { feePercentage, feeFixed },
    principal: toCustomer(company, deps),
    methodId: method.methodId,
    achMandateText: mandateText(
      {
        purpose: 'AUTO_PAY',
        kind,
        company,
        fee: { feePercentage, feeFixed },
        methodLast4: method.last4,
      },
      WORDS.en,
    ),
    evidence: EVIDENCE,
  });
}

type Figures = { amount: Cents; fee: Cents };

/**
 * Changes the method of the invoice's arrangement. Like a stale page, it first gets the current amounts from the
 * server, and then the text to agree to.
 */
export async function changeMethod(
  deps: Deps,
  { company, method }: Pick<Choice, 'company' | 'method'>,
  invoice: TestInvoice,
): Promise<void> {
  const change = {
    principal: toCustomer(company, deps),
    invoiceId: invoice.invoiceId,
    processor: company.merchant.processor,
    methodId: method.methodId,
    evidence: EVIDENCE,
  };
  let quote: Figures = { amount: ZERO, fee: ZERO };
  let achMandateText: string | undefined;
  for (let refusals = 0; refusals < 3; refusals += 1) {
    try {
      return await changeInvoiceMethod(deps, { ...change, quote, achMandateText });
    } catch (error) {
      const details = error instanceof AppError ? error.extras.details : undefined;
      if (!details) throw error;
      if (details['after']) quote = details['after'] as Figures; // because the server has computed them
      if (typeof details['mandateText'] === 'string') achMandateText = details['mandateText'];
    }
  }
  throw new Error('the method was not changed');
}

/**
 * Returns every email requested for a company's customer except receipts, oldest first: its template, its amount,
 * and its days counted from the day the company was created.
 */
export async function mailsTo({ database }: Deps, { companyId }: TestCompany): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select concat_ws(' ', payload ->> 'template',
        '$' || to_char((payload -> 'data' ->> 'totalCents')::numeric / 100, 'FM999990.00'),
        'on day ' || (payload -> 'data' ->> 'chargeOn')::date - birth.day,
        'again on day ' || (payload -> 'data' ->> 'nextTryOn')::date - birth.day) as line
     from outbox o
     join companies c on c.company_id = o.company_id
     cross join lateral (select (c.created_at at time zone c.time_zone)::date as day) birth
     where o.company_id = $1 and o.topic = 'mail' and payload ->> 'template' not in ('receipt', 'agreement')
     order by o.id`,
    [companyId],
  );
  return rows.map((row) => row.line);
}
