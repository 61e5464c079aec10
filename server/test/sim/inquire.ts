/** A payer disputes an invoice or asks about it, and the company responds (R40). */

import { listInquiryRows } from '../../src/invoices/inquiry-rows.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { answerInquiry } from '../../src/payments/disputes/answer-inquiry.ts';
import { sendInquiry } from '../../src/payments/disputes/inquiries.ts';
import type { InquiryCommand } from './commands.ts';
import { toPayer } from './pay.ts';
import { workAsProvider } from './provider-work.ts';
import type { SimInvoice, SimWorld } from './world.ts';

const TEXT = 'This is not what we agreed on.';

async function openInquiries({ deps, company: { companyId } }: SimWorld) {
  const page = { limit: 20, after: null };
  return deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    listInquiryRows(tx, { filter: { companyId, state: 'open' }, page }),
  );
}

async function answer(world: SimWorld, isWanted: (invoiceId: string) => boolean): Promise<void> {
  const { deps, company } = world;
  const actor = { companyId: company.companyId, name: 'sim' };
  for (const { id: inquiryId, invoiceId } of await openInquiries(world)) {
    if (!isWanted(invoiceId)) continue;
    const scope = { companyId: company.companyId, asProvider: true } as const;
    await deps.database.inCompany(scope, (tx) =>
      answerInquiry(tx, deps, { actor, inquiryId, answer: 'We do not agree.' }),
    );
  }
}

/**
 * Includes disputes that the company itself marked. Until they are resolved, their arrangements are paused (R40).
 */
async function resolveDisputes(world: SimWorld): Promise<void> {
  for (const invoice of world.invoices) {
    const work = { name: 'resolveInvoice', invoice: 0 } as const;
    await workAsProvider(world, { invoice, work }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

export async function answerAll(world: SimWorld): Promise<void> {
  await answer(world, () => true);
  await resolveDisputes(world);
}

export async function inquire(
  world: SimWorld,
  invoice: SimInvoice,
  command: InquiryCommand,
): Promise<void> {
  if (command.name === 'answerInquiry') {
    return answer(world, (invoiceId) => invoiceId === invoice.invoiceId);
  }
  await sendInquiry(world.deps, {
    principal: toPayer(world, invoice, command.isCustomer),
    requestId: invoice.requestId,
    inquiry: { kind: command.kind, text: TEXT },
  });
}
