/**
 * A merchant at one of the three processors: its keys, its registration in the sandbox, and the columns of a
 * company that uses it. It does not charge anything itself.
 */
import { randomUUID } from 'node:crypto';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { CompanyRow } from '../../src/companies/store.ts';

export type Merchant = {
  processor: ProcessorName;
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

export function newMerchant(processor: ProcessorName): Merchant {
  const name = randomUUID().replaceAll('-', '');
  const prefix = { payengine: 'mer', stripe: 'acct', fiserv: 'merchant' }[processor];
  return {
    processor,
    merchantId: `${prefix}_${name}`,
    privateKey: `sk_test_${name}`,
    publicKey: `pk_test_${name}`,
    webhookSecret: `whsec_${name}`,
  };
}

export function toRegistration(merchant: Merchant): { path: string; body: object } {
  const { processor, merchantId, privateKey, publicKey, webhookSecret } = merchant;
  switch (processor) {
    case 'payengine':
      return {
        path: 'payengine/merchants',
        body: { merchantId, privateKey, publicKey, webhookSecret },
      };
    case 'stripe':
      return {
        path: 'stripe/accounts',
        body: { id: merchantId, secretKey: privateKey, publishableKey: publicKey, webhookSecret },
      };
    case 'fiserv':
      return {
        path: 'fiserv/merchants',
        body: { merchantId, terminalId: TERMINAL_ID, apiKey: publicKey, secret: privateKey },
      };
  }
}

type ProcessorColumns = Pick<CompanyRow, 'processor' | 'processorData' | 'stripeId'>;

export function toColumns({ processor, merchantId, publicKey }: Merchant): ProcessorColumns {
  const shown = { publicKey: null, scriptUrl: null };
  switch (processor) {
    case 'payengine':
      return {
        processor,
        stripeId: null,
        processorData: { ...shown, publicKey, merchantId, settings: {} },
      };
    case 'stripe':
      return {
        processor,
        stripeId: merchantId,
        processorData: { ...shown, publicKey, merchantId: null, settings: {} },
      };
    case 'fiserv': {
      const settings = { apiKey: publicKey, terminalId: TERMINAL_ID, environment: 'CERT' };
      const scriptUrl = 'https://commercehub-secure-data-capture.fiservapps.com/3.5.5/checkout.js';
      const processorData = { ...shown, scriptUrl, merchantId, settings };
      return { processor, stripeId: null, processorData };
    }
  }
}
