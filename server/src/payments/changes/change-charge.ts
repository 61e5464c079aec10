/**
 * Changes of upcoming charges by their payer (ADR 0092): previewed and made by the same code, under the locks of the
 * charge protocol. The payer agrees to a text that names every date and amount; a change whose text has become another
 * one is refused with the new one. The first commit wins: a charge under way refuses the change, and after the change
 * the due run finds the new terms under the same lock.
 */
import type { AnswerOf, BodyOf } from '@quittance/contract/portal-routes';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { type BrowserLanguage, payerLanguage } from '../../customers/payer-language.ts';
import { findCustomer } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CustomerPrincipal } from '../../kernel/principal.ts';
import { savedMethodLine } from '../../methods/method-line.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Evidence } from '../../processors/processor.ts';
import { type AutoPayEdit, prepareAutoPayChange } from './change-auto-pay.ts';
import { preparePlanChange } from './change-plan.ts';
import { prepareScheduleChange } from './change-schedule.ts';
import { chargeOfKey, planOfKey } from './charge-key.ts';
import type { ChangeContext, PreparedChange } from './prepared-change.ts';
import { prepareSwitch } from './switch-auto-pay.ts';

type OneCharge = Extract<ChargeChange, { charge: string }>;

function prepareCharge(
  tx: Tx,
  deps: Deps,
  { context, change }: { context: ChangeContext; change: OneCharge },
): Promise<PreparedChange> {
  const charge = chargeOfKey(change.charge);
  if (charge.kind === 'autoPay') {
    const { invoiceId } = charge;
    if (change.kind === 'switch') return prepareSwitch(tx, deps, { context, change, invoiceId });
    const edit: AutoPayEdit = change;
    return prepareAutoPayChange(tx, deps, { context, change: edit, invoiceId });
  }
  // A schedule or plan is switched and canceled as a whole, by calls of its own.
  if (change.kind !== 'move' && change.kind !== 'skip') throw new AppError('INVALID_REQUEST');
  if (charge.kind === 'schedule') {
    return prepareScheduleChange(tx, deps, { context, change, id: charge.id });
  }
  const { id: planId, index } = charge;
  const moved =
    change.kind === 'move'
      ? ({ kind: 'move', index, date: change.date } as const)
      : ({ kind: 'skip', index } as const);
  return preparePlanChange(tx, deps, { context, change: moved, planId });
}

type Asked = { principal: CustomerPrincipal; browser: BrowserLanguage; change: ChargeChange };

async function prepare(
  tx: Tx,
  deps: Deps,
  { principal, browser, change }: Asked,
): Promise<PreparedChange> {
  const company = await requireLiveCompany(tx, principal.companyId);
  const customer = await findCustomer(tx, principal);
  const language = payerLanguage({ principal, browser }, customer?.language ?? null);
  const context = { principal, company, today: deps.clock.today(company.timeZone), language };
  if ('charge' in change) return prepareCharge(tx, deps, { context, change });
  return preparePlanChange(tx, deps, { context, change, planId: planOfKey(change.plan) });
}

type Preview = AnswerOf<'previewChange'>['preview'];

function previewOf({ before, after, method, text, needsAnswer }: PreparedChange): Preview {
  const line = method && savedMethodLine(method);
  return { before, after, method: line, text, needsAnswer: needsAnswer === true };
}

/** Writes nothing: the transaction ends without the change. */
export async function previewChange(deps: Deps, asked: Asked): Promise<Preview> {
  const { companyId, customerId } = asked.principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) =>
    previewOf(await prepare(tx, deps, asked)),
  );
}

export type ChangeCommand = {
  principal: CustomerPrincipal;
  browser: BrowserLanguage;
  body: BodyOf<'changeCharge'>;
  evidence: Evidence;
};

export async function changeCharge(deps: Deps, command: ChangeCommand): Promise<void> {
  const { principal, browser, body, evidence } = command;
  const { companyId, customerId } = principal;
  await deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const prepared = await prepare(tx, deps, { principal, browser, change: body.change });
    if (prepared.text !== body.agreedText) {
      throw new AppError('MANDATE_CHANGED', { details: { preview: previewOf(prepared) } });
    }
    await prepared.write(evidence);
  });
}
