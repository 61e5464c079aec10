/**
 * Commands for decisions on an invoice: offer for less, credit, void, write off, dispute, resolve, reopen. What belongs
 * to payments is loaded by the commands that use it, because it is most of the code of all commands for invoices.
 */

import { reasonSchema } from '@quittance/contract/http/pages-and-problems';
import { offerSchema, type ProviderInvoice } from '@quittance/contract/invoices/provider-schemas';
import { newCreditNoteSchema } from '@quittance/contract/payments/credit-schemas';
import { offerSettlement } from '../../../invoices/offer-settlement.ts';
import type { Deps } from '../../../kernel/deps.ts';
import { voidNoted, writeOffPosted } from '../../../payments/take-back-notes.ts';
import type { Actor } from '../../../platform/audit/recorded-action.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Command, inCompany } from '../command.ts';
import { findInvoiceId, parseAmount, REASON } from '../read-input.ts';
import { dollars, toLines } from '../render.ts';
import { COMPANY_AND_INVOICE, shownInvoice } from './invoices.ts';

type InvoiceDecision = { actor: Actor; invoiceId: ProviderInvoice['id']; reason: string };
type ApplyDecision = (tx: Tx, deps: Deps, decided: InvoiceDecision) => Promise<ProviderInvoice>;

function decision(
  words: Pick<Command, 'name' | 'summary' | 'example'>,
  load: () => Promise<ApplyDecision>,
): Command {
  return {
    ...words,
    args: COMPANY_AND_INVOICE,
    options: REASON,
    async run(context, { args: [company = '', number = ''], required }) {
      const { reason } = reasonSchema.parse({ reason: required('reason') });
      const decide = await load();
      return shownInvoice(
        await inCompany(context, company, async (tx, actor) => {
          const invoiceId = await findInvoiceId(tx, actor, number);
          return decide(tx, context.deps, { actor, invoiceId, reason });
        }),
      );
    },
  };
}

const disputes = () => import('../../../payments/disputes/dispute-invoice.ts');

const DECISIONS: readonly Command[] = [
  decision(
    {
      name: 'invoice void',
      summary: 'Void an unpaid invoice; its links expire',
      example: 'harbor R-1 --reason "Billed twice"',
    },
    async () => voidNoted,
  ),
  decision(
    {
      name: 'invoice write-off',
      summary: 'Write off the outstanding balance of an invoice',
      example: 'harbor R-1 --reason "Insolvent"',
    },
    async () => writeOffPosted,
  ),
  decision(
    {
      name: 'invoice dispute',
      summary:
        'Mark an invoice as disputed by its customer; it cannot be paid until the dispute is resolved',
      example: 'harbor R-1 --reason "Wrong item"',
    },
    async () => (await disputes()).disputeInvoice,
  ),
  decision(
    {
      name: 'invoice resolve',
      summary: 'Resolve the dispute of an invoice; it can be paid again',
      example: 'harbor R-1 --reason "Item replaced"',
    },
    async () => (await disputes()).resolveInvoice,
  ),
  decision(
    {
      name: 'invoice reopen',
      summary: 'Reopen a written-off invoice or the refunded part of a paid invoice',
      example: 'harbor R-1 --reason "Paid from the wrong account"',
    },
    async () => (await disputes()).reopenInvoice,
  ),
];

const OFFER: Command = {
  name: 'invoice offer',
  args: [...COMPANY_AND_INVOICE, '<amount>'],
  summary: 'Offer to settle an invoice for a lower amount',
  example: 'harbor R-1 90.00',
  async run(context, { args: [company = '', number = '', given = ''] }) {
    const { amount: amountCents } = offerSchema.parse({ amount: parseAmount(given) });
    return shownInvoice(
      await inCompany(context, company, async (tx, actor) => {
        const invoiceId = await findInvoiceId(tx, actor, number);
        return offerSettlement(tx, context.deps, { actor, invoiceId, amountCents });
      }),
    );
  },
};

const CREDIT: Command = {
  name: 'invoice credit',
  args: [...COMPANY_AND_INVOICE, '<amount>'],
  summary: 'Issue a credit note; the excess over the balance becomes customer credit',
  options: {
    ...REASON,
    number: { value: 'NUMBER', text: 'credit note number; the next free number by default' },
  },
  example: 'harbor R-1 20.00 --reason "Two hours less"',
  async run(context, { args: [company = '', invoice = '', given = ''], required, text }) {
    const amount = parseAmount(given);
    const [reason, number] = [required('reason'), text('number')];
    const input = newCreditNoteSchema.parse({ amount, reason, number });
    const { createCreditNote } = await import('../../../payments/credit-notes.ts');
    const note = await inCompany(context, company, async (tx, actor) => {
      const invoiceId = await findInvoiceId(tx, actor, invoice);
      return createCreditNote(tx, context.deps, { actor, invoiceId, input });
    });
    const amounts = { amount: dollars(note.amount), settled: dollars(note.settled) };
    return { data: note, text: toLines({ ...note, ...amounts, credit: dollars(note.credit) }) };
  },
};

export const INVOICE_DECISIONS: readonly Command[] = [OFFER, CREDIT, ...DECISIONS];
