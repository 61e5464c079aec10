/** A waiver, a credit note or applied credit is never shown as the newest payment of an invoice (R105). */
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { offerSettlement } from '../../src/invoices/offer-settlement.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';
import { apply, note, paid } from './credit-story.ts';

const world = useWorld();

const NOTHING_PAID = { paymentProcessingStatus: 'idle', payment: null };

describe('The newest payment of an invoice (R105)', () => {
  it('a credit note and applied credit are not reported as payments', async () => {
    const story = await paid(world, 'check');
    const { company, invoice } = story;
    const other = await world.invoice(company);
    await note(story, other, 3000);
    expect(await world.payer(company, other).status()).toMatchObject(NOTHING_PAID);
    await note(story, invoice, 10_000);
    await apply(story, other, 7000);
    expect(await world.payer(company, other).status()).toMatchObject(NOTHING_PAID);
    const status = await world.payer(company, invoice).status();
    expect(status.payment).toMatchObject({ status: 'SUCCESS', amount: 10_000 });
  });

  it('a waiver is not reported instead of the payment that earned it', async () => {
    const company = await world.company();
    const invoice = await world.invoice(company);
    const actor = { companyId: company.companyId, name: 'operator' };
    const offer = { actor, invoiceId: invoice.invoiceId, amountCents: cents(6000) };
    await world.deps.database.inCompany({ companyId: company.companyId }, (tx) =>
      offerSettlement(tx, world.deps, offer),
    );
    const payer = world.payer(company, invoice);
    await payer.pay();
    expect(await payer.read()).toMatchObject({ status: 'COLLECTED' });
    const { payment } = await payer.status();
    expect(payment).toMatchObject({ status: 'SUCCESS', amount: 6000 });
    const caller = await signIn(world, company);
    const path = `private/account/${invoice.invoiceId}`;
    const { account } = await caller.call({ method: 'GET', path });
    expect(account).toMatchObject({ payments: [{ cost: 6210 }] });
  });
});
