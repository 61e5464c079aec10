import { orderIdSchema } from '@quittance/contract/ids';
import { orderSchema } from '@quittance/contract/projects/portal-schemas';
import { describe, expect, it } from 'vitest';
import {
  amountError,
  chosenOrders,
  computeTotal,
  type OrderChoice,
  toggled,
} from './order-builder.tsx';

const toId = (digit: number) => orderIdSchema.parse(`3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4${digit}`);
const order = (digit: number, totalBalance: number, paidBalance = 0) =>
  orderSchema.parse({
    id: toId(digit),
    orderRef: `O-${digit}`,
    name: 'Frame',
    status: 'Open',
    totalBalance,
    paidBalance,
    isPayable: true,
  });

const FRAME = order(1, 50_000, 10_000);
const ROOF = order(2, 120_000);
const ORDERS = [FRAME, ROOF];
const COMPANY = { processor: 'stripe' } as const;

describe('Choosing orders to pay (product §5.15, R12)', () => {
  it('a checked order has its full balance as the amount and can be unchecked', () => {
    const ticked = toggled({}, FRAME);
    expect(ticked).toEqual({ [FRAME.id]: '400.00' });
    expect(toggled(ticked, FRAME)).toEqual({});
  });

  it.each([
    ['400.00', null],
    ['0.01', null],
    ['400.01', 'Enter $400.00 or less'],
    ['0', 'Enter an amount, like 25.00'],
    ['', 'Enter an amount, like 25.00'],
    ['a lot', 'Enter an amount, like 25.00'],
  ])('the typed amount %s shows the error %s', (typed, error) => {
    expect(amountError(FRAME, typed, { processor: 'payengine' })).toBe(error);
  });

  it.each([
    ['400.00', null],
    ['399.50', null],
    ['399.51', 'Enter $399.50 or less, or the full $400.00'],
  ])(
    'the typed amount %s shows the error %s where the processor minimum is $0.50 (R87)',
    (typed, error) => {
      expect(amountError(FRAME, typed, COMPANY)).toBe(error);
    },
  );

  it('the total of the checked orders is in cents', () => {
    const choice: OrderChoice = { [FRAME.id]: '10.50', [ROOF.id]: '1,000.05' };
    expect(computeTotal(ORDERS, choice)).toBe(101_055);
    expect(chosenOrders(ORDERS, choice, COMPANY)).toEqual([
      { id: FRAME.id, amount: 1_050 },
      { id: ROOF.id, amount: 100_005 },
    ]);
  });

  it('a request is not sent while an amount is invalid or no order is checked', () => {
    expect(chosenOrders(ORDERS, { [FRAME.id]: '10', [ROOF.id]: 'x' }, COMPANY)).toBeNull();
    expect(chosenOrders(ORDERS, {}, COMPANY)).toBeNull();
  });
});
