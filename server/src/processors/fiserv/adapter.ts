/**
 * The adapter for Fiserv Commerce Hub: its settings and its parts. Webhooks are not publicly documented, so the
 * outcome of a charge is polled.
 */
import { randomUUID } from 'node:crypto';
import { invariant } from '@quittance/domain/invariant';
import { addMs } from '../../kernel/clock.ts';
import type { Credentials } from '../credentials.ts';
import { failedVerification } from '../outcomes.ts';
import type { Fields, Processor, Verification } from '../processor.ts';
import type { ProcessorModule, ProcessorSettings } from '../processor-module.ts';
import { Secret } from '../secret.ts';
import { baseUrlFor } from '../servers.ts';
import { type Account, toCharges } from './charges.ts';
import { readCheckFields } from './check-fields.ts';
import { createClient } from './client.ts';
import { toMethods } from './methods.ts';
import { beginDeviceData } from './three-d-secure.ts';
import { toCredentials } from './to-fiserv.ts';

/**
 * Settings of the company that are not secret. `threeDSecure: 'off'` is for merchant accounts without 3-D Secure,
 * `signature: 'hex'` for gateways that expect the older encoding, and `checkFields` for accounts that need more
 * data for a bank debit.
 */
type Extra = {
  apiKey: string;
  terminalId: string;
  environment: string;
  threeDSecure: string;
  signature: string;
};

function parseExtra({ extra }: Credentials): Extra {
  const { apiKey, terminalId } = extra;
  invariant(apiKey && terminalId, 'a Fiserv company has an API key and a terminal');
  const { environment = 'CERT', threeDSecure = 'on', signature = 'raw' } = extra;
  return { apiKey, terminalId, environment, threeDSecure, signature };
}

/**
 * A session is opened for each submit. The browser gets everything except the session id, which alone is enough to
 * charge.
 */
function toFields(account: Account, { apiKey, environment }: Extra): Fields {
  const { client, merchant, clock } = account;
  return {
    async open() {
      const session = await client.openCredentials(randomUUID(), toCredentials(merchant, account));
      const { keyId, publicKey, accessToken, sessionId, accessTokenTimeToLive } = session;
      return {
        public: { environment, apiKey, accessToken, publicKey, keyId, ...merchant },
        secretToken: new Secret(sessionId),
        expiresAt: addMs(clock.now(), accessTokenTimeToLive * 1000),
      };
    },
    beginDeviceData: (source) => beginDeviceData(account, source),
  };
}

const KEY_REFUSED =
  'Fiserv refuses the API key, its secret or its signature, or the key lacks the product Payments VAS.';

/** Opening a session needs the key, the merchant, the terminal and both products. */
async function verify({ client, merchant, ...account }: Account): Promise<Verification> {
  try {
    await client.openCredentials(randomUUID(), toCredentials(merchant, account));
    return { kind: 'accepted' };
  } catch (error) {
    return failedVerification(error, ({ status, message }) =>
      status === 401
        ? { field: 'processorKey', message: KEY_REFUSED }
        : { field: 'merchantId', message: `Fiserv refuses the merchant or terminal: ${message}` },
    );
  }
}

export function createFiserv(settings: ProcessorSettings, credentials: Credentials): Processor {
  const { http, clock } = settings;
  const { merchantId, processorKey } = credentials;
  const baseUrl = baseUrlFor(settings, 'fiserv', credentials);
  invariant(merchantId, 'a Fiserv company has a merchant id');
  const extra = parseExtra(credentials);
  const account: Account = {
    client: createClient(http, clock, {
      baseUrl,
      apiKey: extra.apiKey,
      secret: processorKey,
      signatureEncoding: extra.signature === 'hex' ? 'hex' : 'raw',
    }),
    merchant: { merchantId, terminalId: extra.terminalId },
    usesThreeDSecure: extra.threeDSecure !== 'off',
    checkFields: readCheckFields(credentials.extra['checkFields']),
    clock,
  };
  return {
    name: 'fiserv',
    verify: () => verify(account),
    charges: toCharges(account),
    methods: toMethods(account),
    fields: toFields(account, extra),
  };
}

export const FISERV: ProcessorModule = {
  create: createFiserv,
  savedMethods: (rows) => ({
    fiPaymentMethods: rows.map(({ id, brand, last4, kind, details }) => ({
      id,
      brand,
      last4,
      ...details,
      tokenData: id,
      sourceType: kind === 'ach' ? 'PaymentCheck' : 'PaymentToken',
    })),
  }),
};
