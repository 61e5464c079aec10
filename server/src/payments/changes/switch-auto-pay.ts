/**
 * The payer pays one invoice of auto-pay with another method: the charge becomes a scheduled payment on the same day,
 * with a mandate of its own (ADR 0092). Canceling that payment leaves the invoice out of auto-pay (R83).
 */
import type { InvoiceId } from '@quittance/contract/ids';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { feeFor } from '@quittance/domain/checkout/fees';
import { invariant } from '@quittance/domain/invariant';
import { updateAutoPayCharge } from '../../arrangements/auto-pay-charges.ts';
import { createSchedule, refuseUnlessSchedulable } from '../../arrangements/create-schedule.ts';
import { findRequestOfInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { principalName } from '../../kernel/principal.ts';
import { useMethod } from '../../methods/chargeable-method.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type AutoPayPlan, lockAutoPayPlan } from './change-auto-pay.ts';
import {
  type ChangeContext,
  consentTo,
  type PreparedChange,
  shownTerms,
  termsText,
} from './prepared-change.ts';

export type Switch = Extract<ChargeChange, { kind: 'switch' }>;

async function closePlanned(tx: Tx, { row, invoice }: AutoPayPlan): Promise<void> {
  if (!row) return;
  const { companyId } = invoice;
  await updateAutoPayCharge(tx, { companyId, id: row.id }, { state: 'CANCELED' });
}

export async function prepareSwitch(
  tx: Tx,
  deps: Deps,
  asked: { context: ChangeContext; change: Switch; invoiceId: InvoiceId },
): Promise<PreparedChange> {
  const { context, change } = asked;
  const { company, principal } = context;
  const plan = await lockAutoPayPlan(tx, deps, asked);
  const { invoice, chargeOn: date, amountCents } = plan;
  const { companyId, customerId, id: invoiceId } = invoice;
  const own = { companyId, customerId, methodId: change.method };
  const method = await useMethod(tx, { own, company, on: date });
  const { fee: feeCents } = feeFor({ kind: method.kind, amountCents, company });
  const charge = { date, amountCents, feeCents };
  const terms = { purpose: 'EXTENSION', ...charge } as const;
  const scheduled = { methodKind: method.kind, ...charge };
  await refuseUnlessSchedulable(tx, deps, { invoice, company, terms: scheduled });
  const { fee: feeBefore } = feeFor({ kind: plan.method.kind, amountCents, company });
  return {
    before: [shownTerms(date, amountCents, feeBefore)],
    after: [shownTerms(date, amountCents, feeCents)],
    method,
    text: termsText(context, { method, terms }),
    write: async (evidence) => {
      const request = await findRequestOfInvoice(tx, { companyId, invoiceId });
      invariant(request, 'an invoice has its request');
      const mandateId = await consentTo(tx, deps, {
        context,
        consent: { method, terms, evidence },
      });
      await closePlanned(tx, plan);
      const actor = principalName(principal);
      const payment = { invoice, company, method, mandateId, terms: scheduled };
      await createSchedule(tx, deps, { ...payment, requestId: request.id, actor });
    },
  };
}
