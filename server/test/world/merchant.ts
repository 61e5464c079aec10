/**
 * A merchant at one of the three processors: its keys, its registration in the sandbox, and the columns of a
 * company that uses it. It does not charge anything itself.
 */
import { randomUUID } from 'node:crypto';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { CompanyRow } from '../../src/companies/store.ts';

/** The processors that the scenarios run with. */
export const TEST_PROCESSORS = ['stripe', 'payengine', 'fiserv'] as const satisfies ProcessorName[];
export type TestProcessor = (typeof TEST_PROCESSORS)[number];

export type Merchant = {
  processor: TestProcessor;
  /** Stripe calls this an account. */
  merchantId: string;
  /** Stripe's secret key or Fiserv's signing secret. */
  privateKey: string;
  /** Stripe's publishable key or Fiserv's API key. */
  publicKey: string;
  webhookSecret: string;
};

export const HARBOR: Merchant = {
  processor: 'payengine',
  merchantId: 'mer_sandbox_harbor',
  privateKey: 'sk_test_sandbox_harbor',
  publicKey: 'pk_test_sandbox_harbor',
  webhookSecret: 'whsec_sandbox_harbor',
};

const TERMINAL_ID = '10000001';

type ProcessorColumns = Pick<CompanyRow, 'processorData' | 'stripeId'>;

type TestAccount = {
  prefix: string;
  toRegistration(merchant: Merchant): { path: string; body: object };
  toColumns(merchant: Merchant): ProcessorColumns;
};

const NOT_SHOWN = { publicKey: null, scriptUrl: null, merchantId: null, settings: {} };

const TEST_ACCOUNTS: Readonly<Record<TestProcessor, TestAccount>> = {
  stripe: {
    prefix: 'acct',
    toRegistration: ({ merchantId, privateKey, publicKey, webhookSecret }) => ({
      path: 'stripe/accounts',
      body: { id: merchantId, secretKey: privateKey, publishableKey: publicKey, webhookSecret },
    }),
    toColumns: ({ merchantId, publicKey }) => ({
      stripeId: merchantId,
      processorData: { ...NOT_SHOWN, publicKey },
    }),
  },
  payengine: {
    prefix: 'mer',
    toRegistration: ({ merchantId, privateKey, publicKey, webhookSecret }) => ({
      path: 'payengine/merchants',
      body: { merchantId, privateKey, publicKey, webhookSecret },
    }),
    toColumns: ({ merchantId, publicKey }) => ({
      stripeId: null,
      processorData: { ...NOT_SHOWN, publicKey, merchantId },
    }),
  },
  fiserv: {
    prefix: 'merchant',
    toRegistration: ({ merchantId, privateKey, publicKey }) => ({
      path: 'fiserv/merchants',
      body: { merchantId, terminalId: TERMINAL_ID, apiKey: publicKey, secret: privateKey },
    }),
    toColumns: ({ merchantId, publicKey }) => ({
      stripeId: null,
      processorData: {
        ...NOT_SHOWN,
        merchantId,
        scriptUrl: 'https://commercehub-secure-data-capture.fiservapps.com/3.5.5/checkout.js',
        settings: { apiKey: publicKey, terminalId: TERMINAL_ID, environment: 'CERT' },
      },
    }),
  },
};

export function newMerchant(processor: TestProcessor): Merchant {
  const name = randomUUID().replaceAll('-', '');
  return {
    processor,
    merchantId: `${TEST_ACCOUNTS[processor].prefix}_${name}`,
    privateKey: `sk_test_${name}`,
    publicKey: `pk_test_${name}`,
    webhookSecret: `whsec_${name}`,
  };
}

export const toRegistration = (merchant: Merchant) =>
  TEST_ACCOUNTS[merchant.processor].toRegistration(merchant);

export function toColumns(merchant: Merchant): ProcessorColumns & Pick<CompanyRow, 'processor'> {
  const { processor } = merchant;
  return { processor, ...TEST_ACCOUNTS[processor].toColumns(merchant) };
}
