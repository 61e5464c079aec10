import { attemptIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import type { ChargeOrder } from '../processor.ts';
import { Secret } from '../secret.ts';
import { omittedBy, toCustomer, toPayment, toRefund, toSetup } from './to-stripe.ts';

const REFERENCE = attemptIdSchema.parse('3f0c6f0e-2f39-4d3b-8a35-9c9c1b7c3a55');
const PAYER = { firstName: 'Grace', lastName: 'Hall', email: 'grace@hall.test', reference: 'c-1' };
const SIDE = { apiVersion: '2026-10-28.endive', customer: null };

function order(change: Partial<ChargeOrder> = {}): ChargeOrder {
  return {
    reference: REFERENCE,
    amountCents: cents(10_320),
    kind: 'card',
    source: { kind: 'new', token: new Secret('ctoken_1') },
    initiator: 'CIT',
    series: 'single',
    invoiceRef: 'NW-2041',
    payer: PAYER,
    savesMethod: false,
    browserInfo: null,
    device: null,
    evidence: { ipAddress: '203.0.113.9', userAgent: 'Mozilla/5.0' },
    returnUrl: 'https://portal.test/return',
    ...change,
  };
}

const SAVED: ChargeOrder['source'] = {
  kind: 'saved',
  token: new Secret('pm_saved'),
  expiresMonth: 12,
  expiresYear: 2034,
  schemeReference: null,
  processorCustomer: 'cus_1',
};

describe('A charge, written for Stripe', () => {
  it('a charge is one call with an amount in cents and the attempt id in its metadata', () => {
    expect(toPayment(order(), SIDE)).toEqual({
      amount: 10_320,
      currency: 'usd',
      confirm: true,
      confirmation_token: 'ctoken_1',
      allowed_payment_method_types: ['card'],
      use_stripe_sdk: true,
      return_url: 'https://portal.test/return',
      description: 'Invoice NW-2041',
      metadata: { attempt_id: REFERENCE, invoice_ref: 'NW-2041' },
      expand: ['payment_method', 'latest_charge'],
    });
  });

  it('a charge omits the parameters that the company configures as omitted', () => {
    const omits = omittedBy('description, return_url,use_stripe_sdk');
    expect(toPayment(order(), { ...SIDE, omits })).toEqual({
      amount: 10_320,
      currency: 'usd',
      confirm: true,
      confirmation_token: 'ctoken_1',
      allowed_payment_method_types: ['card'],
      metadata: { attempt_id: REFERENCE, invoice_ref: 'NW-2041' },
      expand: ['payment_method', 'latest_charge'],
    });
  });

  it('a charge saves the method for its customer when requested', () => {
    const params = toPayment(order({ savesMethod: true }), { ...SIDE, customer: 'cus_1' });
    expect(params).toMatchObject({ customer: 'cus_1', setup_future_usage: 'off_session' });
  });

  it('a charge of a bank account contains the mandate evidence', () => {
    expect(toPayment(order({ kind: 'ach' }), SIDE)).toMatchObject({
      allowed_payment_method_types: ['us_bank_account'],
      mandate_data: {
        customer_acceptance: {
          type: 'online',
          online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
        },
      },
    });
  });

  it('the mandate evidence contains a user agent even when the browser sent none', () => {
    const evidence = { ipAddress: '203.0.113.9', userAgent: '' };
    const online = { ip_address: '203.0.113.9', user_agent: 'unknown' };
    expect(toPayment(order({ kind: 'ach', evidence }), SIDE)).toMatchObject({
      mandate_data: { customer_acceptance: { type: 'online', online } },
    });
  });

  it('a merchant-initiated charge is off-session without a return URL', () => {
    const params = toPayment(order({ source: SAVED, initiator: 'MIT', series: 'recurring' }), {
      ...SIDE,
      customer: 'cus_1',
    });
    expect(params).toMatchObject({ payment_method: 'pm_saved', off_session: true });
    expect(params).not.toHaveProperty('return_url');
    expect(params).not.toHaveProperty('setup_future_usage');
    expect(params).not.toHaveProperty('mandate_data');
  });

  it.each([
    ['2026-07-29.dahlia', 'allowed_payment_method_types'],
    ['2025-03-31.basil', 'payment_method_types'],
    ['2020-08-27', 'payment_method_types'],
  ])('a charge in API version %s lists its payment method types in %s', (apiVersion, name) => {
    expect(toPayment(order(), { ...SIDE, apiVersion })).toHaveProperty(name, ['card']);
  });

  it('a charge accepts a payment method in place of a confirmation token', () => {
    const source = { kind: 'new', token: new Secret('pm_card_visa') } as const;
    const params = toPayment(order({ source }), SIDE);
    expect(params).toMatchObject({ payment_method: 'pm_card_visa' });
    expect(params).not.toHaveProperty('confirmation_token');
  });
});

describe('Other requests, written for Stripe', () => {
  const keeping = { ...order(), reference: 'k-1', token: new Secret('ctoken_1'), claimed: null };

  it('a setup saves bank accounts only with instant verification', () => {
    expect(toSetup({ ...keeping, kind: 'ach' }, { ...SIDE, customer: 'cus_1' })).toMatchObject({
      customer: 'cus_1',
      usage: 'off_session',
      payment_method_options: { us_bank_account: { verification_method: 'instant' } },
    });
    expect(toSetup(keeping, SIDE)).not.toHaveProperty('payment_method_options');
  });

  it('a refund is in cents', () => {
    const refund = { reference: 'r-1', processorReference: 'pi_1', amountCents: cents(300) };
    expect(toRefund({ ...refund, kind: 'card' })).toMatchObject({
      payment_intent: 'pi_1',
      amount: 300,
    });
  });

  it('a customer request contains only the known fields', () => {
    expect(toCustomer({ ...PAYER, email: null })).toEqual({
      name: 'Grace Hall',
      metadata: { customer_id: 'c-1' },
    });
  });
});
