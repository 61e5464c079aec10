// Stripe's data survives a restart, and secrets are never written.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../src/stripe/accounts.ts';
import { idIn, PAYMENT, startStripe, TWO_DAYS_MS } from './test-stripe.ts';

const CARD = { number: '5555555555554444', exp_month: 12, exp_year: 2034, cvc: '987' };
const ACCOUNT = { account_number: '000123456789', routing_number: '110000000' };

describe('A restart of Stripe', () => {
  it('a restart restores payments and stored responses, settles due payments, and stores no numbers', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
    const first = await startStripe({ dataDir });
    const token = await first.browser.post('confirmation_tokens', {
      payment_method_data: { type: 'card', card: CARD },
    });
    const payment = { ...PAYMENT, confirmation_token: idIn(token) };
    const paid = await first.server.post('payment_intents', payment, { key: 'attempt-1' });
    expect(paid).toMatchObject({ body: { status: 'succeeded' } });
    const debit = await first.server.post('payment_intents', {
      ...PAYMENT,
      payment_method: 'pm_usBankAccount_success',
    });
    await first.server.post('payment_methods', {
      type: 'us_bank_account',
      us_bank_account: ACCOUNT,
      billing_details: { name: 'Grace Hall' },
    });
    await first.close();

    const written = await readFile(join(dataDir, 'sandbox.jsonl'), 'utf8');
    for (const secret of [CARD.number, `"${CARD.cvc}"`, ACCOUNT.account_number]) {
      expect(written).not.toContain(secret);
    }
    expect(written).not.toContain(DEMO_ACCOUNT.secretKey);

    const second = await startStripe({ dataDir });
    const again = await second.server.post('payment_intents', payment, { key: 'attempt-1' });
    expect(again.body).toEqual(paid.body);
    await second.control('/clock', { advanceMs: TWO_DAYS_MS });
    expect(await second.server.get(`payment_intents/${idIn(debit)}`)).toMatchObject({
      body: { status: 'succeeded' },
    });
    await second.close();
    await rm(dataDir, { recursive: true });
  });
});
