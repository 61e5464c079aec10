/** A custom amount must leave either nothing or at least the processor's minimum charge (R49, R87). */
import { describe, expect, it } from 'vitest';
import { payRequest } from '../world/pay-request.ts';
import { choose, readBalances } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const RULES = {
  availablePaymentOptions: [],
  restrictedPaymentMethods: [],
  isOwnAmountAllowed: true,
};

const world = useWorld();

describe('A custom amount at a processor with a minimum of $0.50 (R87)', () => {
  it('a custom amount that leaves less than the minimum is refused, for one or several invoices', async () => {
    const company = await world.company({ processor: 'stripe', rules: RULES });
    const invoice = await world.invoice(company);
    const caller = await signIn(world, company);
    const { requestId } = invoice;
    const pay = (amount: number, fee: number) =>
      payRequest(world, { caller, company, requestId }, { way: 'amount', quote: { amount, fee } });
    const refused = { code: 409, message: 'AMOUNT_CHANGED' };
    expect(await pay(9951, 329)).toMatchObject(refused);
    expect(await choose(caller, [{ invoice, amount: 9951 }])).toMatchObject(refused);
    expect(await pay(9950, 329)).toMatchObject({ status: 'SUCCESS' });
    expect(await pay(50, 32)).toMatchObject({ status: 'SUCCESS' });
    expect(await readBalances(world, [invoice])).toEqual(['COLLECTED 10000 of 10000']);
  });
});
