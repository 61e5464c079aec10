/** Pays several invoices with one charge (product §7, invoices/pay; R48). Either all of them are paid or none. */
import { addCents } from '@quittance/contract/money';
import type { CompanyRow } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PaidPart } from '../../ledger/attempt-parts.ts';
import { listHolds } from '../../ledger/holds.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type OwedAmount, owedTogether, refuseOtherAmounts } from '../../requests/owed-together.ts';
import { feeAgreed } from '../core/amount-due.ts';
import { type LockedContext, type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import type { SubmitOutcome } from './submit-answer.ts';
import { type AgreedAmount, takeSinglePayment } from './take-payment.ts';

async function owedOn(
  tx: Tx,
  deps: Deps,
  { parts, company }: { parts: readonly PaidPart[]; company: CompanyRow },
): Promise<OwedAmount[]> {
  const { companyId } = company;
  const invoiceIds = parts.map(({ invoice }) => invoice.id);
  const holds = await listHolds(tx, { companyId, invoiceIds, except: null });
  return parts.map(({ invoice, amountCents }) => ({
    invoiceId: invoice.id,
    amount: amountCents,
    owed: owedTogether(deps, { invoice, holds: holds.get(invoice.id), company }),
  }));
}

async function agreeOnAmount(
  tx: Tx,
  deps: Deps,
  { instruction, locked }: { instruction: PaymentInstruction; locked: LockedContext },
): Promise<AgreedAmount> {
  const { context, payable } = locked;
  const { principal, body } = instruction;
  // A link covers one request for one invoice. Its holder must not see the other invoices (R4).
  if (payable.kind !== 'invoices' || principal.kind !== 'customer') {
    throw new AppError('REQUEST_NOT_FOUND');
  }
  const { parts } = payable;
  const { company } = context;
  await refuseWhileOpen(tx, context);
  refuseOtherAmounts(await owedOn(tx, deps, { parts, company }), company);
  const amountCents = addCents(...parts.map((part) => part.amountCents));
  return { amountCents, feeCents: feeAgreed(body, company, amountCents) };
}

export function payInvoices(deps: Deps, instruction: PaymentInstruction): Promise<SubmitOutcome> {
  return takeSinglePayment(deps, instruction, {
    purpose: 'INVOICES',
    paymentOption: null,
    agreeOnAmount: (tx, locked) => agreeOnAmount(tx, deps, { instruction, locked }),
  });
}
