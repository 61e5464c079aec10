/**
 * The selected orders and their typed amounts (R12: from one cent to the order's balance, with a payable rest, R87),
 * validation and total. The server validates again.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { OrderId } from '@quittance/contract/ids';
import {
  addCents,
  type Cents,
  cents,
  centsToDecimal,
  dollarsToCents,
  subtractCents,
} from '@quittance/contract/money';
import type { Order } from '@quittance/contract/projects/portal-schemas';
import { ordersTexts } from '#texts/account/orders';
import { restError } from '../store/rest-error.ts';

/** The typed amount of every selected order. */
export type OrderChoice = Readonly<Partial<Record<OrderId, string>>>;

export function balanceOf({ totalBalance, paidBalance }: Order): Cents {
  return subtractCents(totalBalance, paidBalance);
}

/** A newly selected order starts with its full balance. */
export function toggled(choice: OrderChoice, order: Order): OrderChoice {
  const { [order.id]: typed, ...others } = choice;
  return typed === undefined ? { ...choice, [order.id]: centsToDecimal(balanceOf(order)) } : others;
}

type ChoiceCompany = Pick<Company, 'processor'>;

export function amountError(order: Order, typed: string, company: ChoiceCompany): string | null {
  const amount = dollarsToCents(typed);
  if (amount === null || amount < 1) return ordersTexts.noAmount;
  const balance = balanceOf(order);
  if (amount > balance) return ordersTexts.atMost(formatMoney(balance));
  return restError(amount, { owed: balance, least: cents(1), company });
}

export type ChosenOrder = { id: OrderId; amount: Cents };

/** Null while an amount is invalid or no order is selected. */
export function chosenOrders(
  orders: readonly Order[],
  choice: OrderChoice,
  company: ChoiceCompany,
): ChosenOrder[] | null {
  const ticked = orders.filter(({ id }) => choice[id] !== undefined);
  const chosen = ticked.flatMap((order) => {
    const typed = choice[order.id] ?? '';
    const amount = dollarsToCents(typed);
    return amount === null || amountError(order, typed, company) ? [] : [{ id: order.id, amount }];
  });
  return chosen.length > 0 && chosen.length === ticked.length ? chosen : null;
}

/** Ignores amounts that cannot be parsed, so that the total updates while typing. */
export function totalOf(orders: readonly Order[], choice: OrderChoice): Cents {
  const amounts = orders.map(({ id }) => dollarsToCents(choice[id] ?? '0'));
  return addCents(...amounts.filter((amount) => amount !== null));
}
