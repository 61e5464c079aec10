import { isoDateSchema } from '@quittance/contract/dates';
import { attemptIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import type { ChargeOrder, SavedSource } from '../processor.ts';
import { Secret } from '../secret.ts';
import type { CheckField } from './check-fields.ts';
import { stepId, toAmount, toAuthentication, toCharge } from './to-fiserv.ts';

const REFERENCE = attemptIdSchema.parse('3f0c6f0e-2f39-4d3b-8a35-9c9c1b7c3a55');
const merchant = { merchantId: '100008000003683', terminalId: '10000001' };

const SAVED: SavedSource = {
  kind: 'saved',
  token: new Secret('8519371934460009'),
  expiresMonth: 3,
  expiresYear: 2035,
  schemeReference: '012182063695002',
  processorCustomer: null,
};

const ORDER: ChargeOrder = {
  reference: REFERENCE,
  amountCents: cents(1204),
  kind: 'card',
  source: { kind: 'new', token: new Secret('session-1') },
  initiator: 'CIT',
  series: 'single',
  invoiceRef: 'INV-1007',
  payer: { firstName: 'Maya', lastName: 'Ortiz', email: null, reference: 'customer-1' },
  savesMethod: false,
  browserInfo: null,
  device: null,
  evidence: { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  returnUrl: 'https://portal.test/return',
};

const charge = (change: Partial<ChargeOrder> = {}) =>
  toCharge({ order: { ...ORDER, ...change }, merchant, proof: null });

describe('An amount, written for Commerce Hub', () => {
  it.each([
    [1, '0.01'],
    [10, '0.1'],
    [1204, '12.04'],
    [100_000, '1000'],
    [99_999_999, '999999.99'],
    [110, '1.1'],
    [2999, '29.99'],
  ])('an amount of %i cents is the JSON number %s', (amountCents, json) => {
    expect(JSON.stringify(toAmount(cents(amountCents)).total)).toBe(json);
  });
});

describe('A charge, written for Commerce Hub', () => {
  it('a bank debit states the date of birth only if the account requires it', () => {
    const payer = { ...ORDER.payer, bornOn: isoDateSchema.parse('1990-04-12') };
    const toCustomer = (kind: ChargeOrder['kind'], checkFields: CheckField[]) =>
      toCharge({ order: { ...ORDER, kind, payer }, merchant, proof: null, checkFields }).customer;
    expect(toCustomer('ach', ['dateOfBirth'])).toMatchObject({ dateOfBirth: '1990-04-12' });
    expect(toCustomer('ach', ['email'])).not.toHaveProperty('dateOfBirth');
    expect(toCustomer('card', ['dateOfBirth'])).not.toHaveProperty('dateOfBirth');
  });

  it('a charge uses the session filled in by the browser', () => {
    expect(charge()).toEqual({
      amount: { total: 12.04, currency: 'USD' },
      source: { sourceType: 'PaymentSession', sessionId: 'session-1' },
      transactionDetails: {
        captureFlag: true,
        createToken: false,
        partialApproval: false,
        merchantTransactionId: REFERENCE,
        merchantInvoiceNumber: 'INV-1007',
      },
      transactionInteraction: {
        origin: 'ECOM',
        eciIndicator: 'CHANNEL_ENCRYPTED',
        posConditionCode: 'CARD_NOT_PRESENT_ECOM',
      },
      merchantDetails: merchant,
      customer: { merchantCustomerId: 'customer-1', firstName: 'Maya', lastName: 'Ortiz' },
    });
  });

  it('a charge uses a saved card with its expiration date and a saved account without one', () => {
    expect(charge({ source: SAVED }).source).toEqual({
      sourceType: 'PaymentToken',
      tokenData: '8519371934460009',
      tokenSource: 'TRANSARMOR',
      card: { expirationMonth: '03', expirationYear: '2035' },
    });
    const account = { ...SAVED, expiresMonth: null, expiresYear: null };
    const debit = charge({ kind: 'ach', source: account });
    expect(debit.source).not.toHaveProperty('card');
    const check = { checkType: 'PERSONAL', accountType: 'CHECKING' };
    expect(debit.source).toMatchObject({ check });
    const accountType = 'BUSINESS_SAVINGS' as const;
    const business = charge({ kind: 'ach', source: { ...account, accountType } });
    expect(business.source).toMatchObject({
      check: { checkType: 'BUSINESS', accountType: 'SAVINGS' },
    });
    expect(debit.transactionInteraction).toEqual({ origin: 'ECOM' });
    expect(debit).not.toHaveProperty('storedCredentials');
  });

  it.each([
    [{ savesMethod: false }, undefined, false],
    [
      { savesMethod: true },
      { initiator: 'CARD_HOLDER', scheduled: false, sequence: 'FIRST' },
      true,
    ],
    [
      { source: SAVED, savesMethod: true },
      { initiator: 'CARD_HOLDER', scheduled: false, sequence: 'SUBSEQUENT' },
      false,
    ],
    [
      { source: SAVED, initiator: 'MIT' as const },
      { initiator: 'MERCHANT', scheduled: true, sequence: 'SUBSEQUENT' },
      false,
    ],
  ])('a charge for %o sends %o about the stored card', (change, stored, createToken) => {
    const request = charge(change);
    if (stored === undefined) expect(request).not.toHaveProperty('storedCredentials');
    else expect(request.storedCredentials).toMatchObject(stored);
    expect(request.transactionDetails.createToken).toBe(createToken);
  });

  it('a charge of a stored card references the first charge when its reference is known', () => {
    expect(charge({ source: SAVED }).storedCredentials?.schemeReferenceTransactionId).toBe(
      '012182063695002',
    );
    const unnamed = charge({ source: { ...SAVED, schemeReference: null } });
    expect(unnamed.storedCredentials).not.toHaveProperty('schemeReferenceTransactionId');
  });

  it.each([
    ['single', undefined],
    ['installment', { billPaymentType: 'INSTALLMENT' }],
    ['recurring', { billPaymentType: 'RECURRING' }],
  ] as const)('a charge states the payment series: %s', (series, common) => {
    expect(charge({ series }).additionalDataCommon).toEqual(common);
  });

  it('a charge contains the proof of an authentication', () => {
    const proof = { dsTransactionId: 'ds-1', mpiData: { cavv: 'Y2F2dg==', eci: '05' } };
    expect(toCharge({ order: ORDER, merchant, proof })).toMatchObject({
      additionalData3DS: proof,
      transactionInteraction: { eciIndicator: 'SECURE_ECOM' },
    });
  });
});

describe('An authentication, written for Commerce Hub', () => {
  it('an authentication contains the reported browser data and the connection IP (R30)', () => {
    const device = {
      screen: { width: 1440, height: 900, colorDepth: 24 },
      timezone: 'America/Chicago',
      timezoneOffset: 300,
      locale: 'zh-Hant-TW',
      userAgent: 'Mozilla/5.0',
      ipAddress: '10.0.0.1',
    };
    const parts = { order: ORDER, device, merchant, serviceProviderReferenceId: 'df-1' };
    const { transactionDetails, additionalData3DS } = toAuthentication(parts);
    expect(additionalData3DS).toEqual({ serviceProviderReferenceId: 'df-1', channel: 'BROWSER' });
    expect(transactionDetails.deviceFingerprint).toMatchObject([
      { dataStatic: { screenWidth: 1440, colorDepth: 24, timezoneOffset: 300, locale: 'zh' } },
      { dataDynamic: { ipAddress: '203.0.113.7' } },
    ]);
  });
});

describe('The request id of a step', () => {
  it('a step id is a UUID that is equal for a repeated charge and different for other steps', () => {
    const id = stepId(REFERENCE, 'authentication');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(stepId(REFERENCE, 'authentication')).toBe(id);
    expect(stepId(REFERENCE, 'device data')).not.toBe(id);
  });
});
