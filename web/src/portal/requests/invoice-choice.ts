/**
 * The invoices selected for a joint payment and their typed amounts (R48, R49): validation and total. The server
 * validates them again.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { InvoiceId } from '@quittance/contract/ids';
import { addCents, type Cents, centsToDecimal, dollarsToCents } from '@quittance/contract/money';
import type { PayableInvoice } from '@quittance/contract/requests/invoice-selection';
import { OWN_AMOUNT_MIN } from '@quittance/domain/checkout/split';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { ownAmountTexts } from '#texts/payment/own-amount';
import { restError } from '../store/rest-error.ts';

/**
 * A selected invoice: what it owed when it was selected, and the typed amount. Without one, everything that is owed now
 * is paid, also after a payment elsewhere.
 */
type Selected = { accountRef: string; owed: Cents; typed: string | null };

export type InvoiceChoice = Readonly<Partial<Record<InvoiceId, Selected>>>;

type PayableInvoices = readonly PayableInvoice[];

export function toChoice(invoices: PayableInvoices): InvoiceChoice {
  return Object.fromEntries(
    invoices.map(({ id, accountRef, owed }) => [id, { accountRef, owed, typed: null }]),
  );
}

/** The payer's earlier selection. Without one, the invoices due by today, or all invoices if nothing is due yet. */
export function firstChoice(
  invoices: PayableInvoices,
  { selected, today }: { selected: readonly string[]; today: IsoDate },
): InvoiceChoice {
  const wanted = invoices.filter(({ id }) => selected.includes(id));
  const due = invoices.filter(({ dueDate }) => dueDate <= today);
  const first = [wanted, due].find((some) => some.length > 0);
  return toChoice(first ?? invoices);
}

export function toggled(choice: InvoiceChoice, invoice: PayableInvoice): InvoiceChoice {
  const { [invoice.id]: selected, ...others } = choice;
  return selected === undefined ? { ...choice, ...toChoice([invoice]) } : others;
}

export function typedAmount(choice: InvoiceChoice, { id, owed }: PayableInvoice): string | null {
  const selected = choice[id];
  return selected ? (selected.typed ?? centsToDecimal(owed)) : null;
}

export function withTyped(
  choice: InvoiceChoice,
  { id, accountRef, owed }: PayableInvoice,
  typed: string,
): InvoiceChoice {
  return { ...choice, [id]: { accountRef, owed, typed } };
}

export type Difference = { accountRef: string; owed: Cents | null };

/** The selected invoices that owe another amount than when they were selected; null if they can no longer be paid. */
export function differences(invoices: PayableInvoices, choice: InvoiceChoice): Difference[] {
  return Object.entries(choice).flatMap(([id, selected]) => {
    const owed = invoices.find((each) => each.id === id)?.owed ?? null;
    return selected && selected.owed !== owed ? [{ accountRef: selected.accountRef, owed }] : [];
  });
}

type ChoiceCompany = Pick<Company, 'processor'>;
type OwnAmount = Pick<PayableInvoice, 'owed'> & { typed: string; company: ChoiceCompany };

/**
 * The amount is at least one dollar and leaves a payable remainder, or is the full amount (R87). An invoice that
 * owes less than one dollar is paid in full.
 */
export function amountError({ owed, typed, company }: OwnAmount): string | null {
  const amount = dollarsToCents(typed);
  if (amount === null || amount < 1) return ownAmountTexts.noAmount;
  if (amount > owed) return payInvoicesTexts.atMost(formatMoney(owed));
  const least = owed < OWN_AMOUNT_MIN ? owed : OWN_AMOUNT_MIN;
  if (amount < least) return payInvoicesTexts.atLeast(formatMoney(least));
  return restError(amount, { owed, least, company });
}

export type ChosenInvoice = { id: InvoiceId; amount: Cents };

/** Keeps the order of the list. Returns null while an amount is invalid or no invoice is selected. */
export function chosenInvoices(
  invoices: PayableInvoices,
  choice: InvoiceChoice,
  company: ChoiceCompany,
): ChosenInvoice[] | null {
  const ticked = invoices.filter(({ id }) => choice[id] !== undefined);
  const chosen = ticked.flatMap((invoice) => {
    const { id, owed } = invoice;
    const typed = typedAmount(choice, invoice) ?? '';
    const amount = dollarsToCents(typed);
    return amount === null || amountError({ owed, typed, company }) ? [] : [{ id, amount }];
  });
  return chosen.length > 0 && chosen.length === ticked.length ? chosen : null;
}

/** Ignores amounts that cannot be parsed, so that the total updates while typing. */
export function computeTotal(invoices: PayableInvoices, choice: InvoiceChoice): Cents {
  const amounts = invoices.map((invoice) => dollarsToCents(typedAmount(choice, invoice) ?? '0'));
  return addCents(...amounts.filter((amount) => amount !== null));
}
