/**
 * The selected orders and their typed amounts (R12: from one cent to the order's balance), validation and
 * total. The server validates again.
 */
import { formatMoney } from '@quittance/contract/format';
import type { OrderId } from '@quittance/contract/ids';
import {
  addCents,
  type Cents,
  centsToDecimal,
  dollarsToCents,
  subtractCents,
} from '@quittance/contract/money';
import type { Order } from '@quittance/contract/schemas/projects';
import { ordersTexts } from '#texts/account/orders';

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

export function amountError(order: Order, typed: string): string | null {
  const amount = dollarsToCents(typed);
  if (amount === null || amount < 1) return ordersTexts.noAmount;
  const balance = balanceOf(order);
  return amount > balance ? ordersTexts.atMost(formatMoney(balance)) : null;
}

export type ChosenOrder = { id: OrderId; amount: Cents };

/** Null while an amount is invalid or no order is selected. */
export function chosenOrders(orders: readonly Order[], choice: OrderChoice): ChosenOrder[] | null {
  const ticked = orders.filter(({ id }) => choice[id] !== undefined);
  const chosen = ticked.flatMap((order) => {
    const typed = choice[order.id] ?? '';
    const amount = dollarsToCents(typed);
    return amount === null || amountError(order, typed) ? [] : [{ id: order.id, amount }];
  });
  return chosen.length > 0 && chosen.length === ticked.length ? chosen : null;
}

/** Ignores amounts that cannot be parsed, so that the total updates while typing. */
export function totalOf(orders: readonly Order[], choice: OrderChoice): Cents {
  const amounts = orders.map(({ id }) => dollarsToCents(choice[id] ?? '0'));
  return addCents(...amounts.filter((amount) => amount !== null));
}
