/** The orders of a project, and partial requests. */
import { pickPlural } from '@quittance/contract/plural';
import type { ReactNode } from 'react';

export const ordersTexts = {
  title: 'Orders',
  none: 'Select what you want to pay',
  chosen: (count: number) =>
    `${count} ${pickPlural('en', count, { one: 'order', other: 'orders' })}`,
  submit: 'Continue',
  ofLeft: (left: ReactNode) => ['of ', left, ' left'],
  amountFor: (order: string) => `Amount for ${order}`,
  noAmount: 'Enter an amount, like 25.00',
  atMost: (amount: string) => `Enter ${amount} or less`,
  columns: { order: 'Order', amount: 'To pay', paid: 'Paid', remove: 'Remove' },
  remove: (order: string) => `Remove ${order}`,
};
