/** Signed-in customers save a method while paying, and pay with a saved method (product §5; R18). */

import { randomUUID } from 'node:crypto';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { describe, expect, it } from 'vitest';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import {
  BANK_ACCOUNTS,
  type Caller,
  type EnteredMethod,
  paymentInfo,
  readInvoice,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
const harbor = forFile(() => world.company());
const customer = forFile(() => signIn(world, harbor));

async function pay(
  caller: Caller,
  invoice: TestInvoice,
  { isSavePMOnPay, ...typed }: EnteredMethod & { isSavePMOnPay?: boolean },
) {
  const { payable, today: date } = await readInvoice(world, invoice);
  const kind = typed.bank ? 'ach' : 'card';
  const { amount, fees } = payable;
  const { fee } = fees[kind];
  const terms = { purpose: 'FULL_AMOUNT', amountCents: amount, feeCents: fee, date } as const;
  const fields = `request/${invoice.requestId}/fields`;
  const page = { caller, company: harbor, fields, terms };
  const info = await paymentInfo(world, page, typed);
  const shown = { ...terms, kind, company: harbor, methodLast4: null } as const;
  const achMandateText = mandateText({ ...shown, isMethodSaved: isSavePMOnPay ?? false }, WORDS.en);
  const body = {
    processor: harbor.merchant.processor,
    quote: { amount, fee },
    paymentInfo: {
      ...info,
      ...(typed.bank ? { achMandateText } : {}),
      ...(isSavePMOnPay === undefined ? {} : { isSavePMOnPay }),
    },
  };
  const path = `request/${invoice.requestId}/full/submit`;
  return caller.call({ method: 'POST', path, key: randomUUID(), body });
}

async function savedMethods() {
  const { rows } = await world.deps.database.pool.query<{ id: string; last4: string }>(
    'select id, last4 from payment_methods where customer_id = $1 and is_saved order by last4',
    [harbor.customerId],
  );
  return rows;
}

describe('Saving a method on pay (product §5, R18)', () => {
  it('a payer by link cannot save a method, whatever the request contains', async () => {
    const invoice = await world.invoice(harbor);
    const answer = await pay(signInByLink(world, invoice), invoice, { isSavePMOnPay: true });
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    expect(await savedMethods()).toEqual([]);
  });

  it('a method is not saved without the choice of the customer', async () => {
    const invoice = await world.invoice(harbor);
    await pay(customer, invoice, { isSavePMOnPay: false });
    expect(await savedMethods()).toEqual([]);
  });

  it('a card is saved with the consent text', async () => {
    const invoice = await world.invoice(harbor);
    await pay(customer, invoice, { isSavePMOnPay: true });
    const [card] = await savedMethods();
    expect(card).toMatchObject({ last4: '4242' });
    const { rows } = await world.deps.database.pool.query<{ text: string }>(
      `select m.text from mandates m join attempts a on a.company_id = m.company_id and a.mandate_id = m.id
       where a.invoice_id = $1`,
      [invoice.invoiceId],
    );
    expect(rows).toEqual([{ text: expect.stringContaining('to save this card') }]);
  });

  it('a bank account is saved with its authorization text (R27)', async () => {
    const invoice = await world.invoice(harbor);
    const answer = await pay(customer, invoice, { bank: BANK_ACCOUNTS.pays, isSavePMOnPay: true });
    expect(answer).toMatchObject({ status: 'PENDING' });
    expect(await savedMethods()).toMatchObject([{ last4: '4242' }, { last4: '6789' }]);
  });

  it('a saved method can pay the next invoice of the customer, but not through a link', async () => {
    const [card] = await savedMethods();
    const invoice = await world.invoice(harbor);
    const pmID = card?.id ?? '';
    const refused = await pay(signInByLink(world, invoice), invoice, { pmID });
    expect(refused).toMatchObject({ code: 404, message: 'NOT_FOUND' });
    expect(await pay(customer, invoice, { pmID })).toMatchObject({ status: 'SUCCESS' });
  });
});
