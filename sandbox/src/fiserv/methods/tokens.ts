// POST /payments-vas/v1/tokens and /accounts/verification: tokenize a card or an account, and verify it with the
// issuer. Both are published for cards. That bank account sessions can be tokenized the same way is a guess.

import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import { TokensBody, VerificationBody } from '../api/bodies.ts';
import { parseBody, refusal, traceId } from '../api/gateway-error.ts';
import { type Call, requireOwn } from '../api/merchants.ts';
import type { PreparedOperation } from '../api/operation.ts';
import {
  gatewayResponse,
  instrumentPart,
  responseDetails,
  storedPart,
} from '../payments/answers.ts';
import { APPROVED, approvalCode, digits, verifyCard } from '../payments/host.ts';
import { type HostOutcome, hash, type Instrument, type Store } from '../store.ts';
import { type Funds, markUsed, toFunds } from './sources.ts';

/** Like a TransArmor token, it has the format and the last four digits of its card. */
export function makeToken(store: Store, { merchant }: Call, instrument: Instrument) {
  const tokenData = `${digits(12)}${instrument.last4}`;
  const hint = `token …${instrument.last4}`;
  const { merchantId } = merchant;
  store.tokens.put({ hash: hash(tokenData), hint, merchantId, instrument });
  return [
    {
      tokenData,
      tokenSource: 'TRANSARMOR',
      tokenResponseCode: '000',
      tokenResponseDescription: 'SUCCESS',
    },
  ];
}

export const CardRenewal = z.strictObject({
  merchantId: z.string(),
  last4: z.string().regex(/^\d{4}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
});

/** The issuer replaced a saved card. Responses to charges of its token have the new date. */
export function renewCard(store: Store, renewal: z.infer<typeof CardRenewal>) {
  const { merchantId, last4, expMonth, expYear } = renewal;
  const saved = store.tokens
    .all()
    .find((each) => each.merchantId === merchantId && each.instrument.last4 === last4);
  if (saved === undefined) throw new Refusal(404, 'No saved card with these digits');
  const expirationMonth = String(expMonth).padStart(2, '0');
  const renewed = { expirationMonth, expirationYear: String(expYear) };
  return store.tokens.put({ ...saved, renewed }).renewed;
}

type TokenResponseInput = {
  call: Call;
  funds: Funds;
  type: string;
  state: string;
  verdict: HostOutcome;
};

function toAnswer(store: Store, { call, funds, type, state, verdict }: TokenResponseInput) {
  const { sourceType, instrument } = funds;
  return {
    gatewayResponse: gatewayResponse({
      transactionType: type,
      transactionState: state,
      transactionOrigin: 'ECOM',
      transactionId: traceId(),
      orderId: `CHG01${traceId()}`,
      clientRequestId: call.clientRequestId,
      atMs: store.clock.now(),
    }),
    source: { sourceType, ...instrumentPart(instrument) },
    processorResponseDetails: responseDetails({ verdict, approvalCode: approvalCode(verdict) }),
  };
}

export function prepareTokens(store: Store, call: Call): PreparedOperation {
  const body = parseBody(TokensBody, call.body);
  requireOwn(call, body.merchantDetails);
  const funds = toFunds(store, call, body.source);
  if (funds.session === null) throw refusal('102', 'Missing or Invalid Payment Source', 'source');
  const execute = () => {
    markUsed(store, funds.session, call);
    const spoken = { call, funds, type: 'TOKENIZE', state: 'AUTHORIZED', verdict: APPROVED };
    const paymentTokens = makeToken(store, call, funds.instrument);
    const stored = body.storedCredentials ? storedPart(digits(15)) : {};
    return { status: 200, body: { ...toAnswer(store, spoken), ...stored, paymentTokens } };
  };
  return { operation: 'tokenize', execute };
}

export function prepareVerification(store: Store, call: Call): PreparedOperation {
  const body = parseBody(VerificationBody, call.body);
  requireOwn(call, body.merchantDetails);
  const funds = toFunds(store, call, body.source);
  const { instrument } = funds;
  if (instrument.kind !== 'card') {
    throw refusal('303', 'Account Verification Not Supported for Payment Source', 'source');
  }
  const execute = () => {
    markUsed(store, funds.session, call);
    const verdict = verifyCard(instrument, store.clock);
    const isAlive = verdict.approvalStatus === 'APPROVED';
    const state = isAlive ? 'VERIFIED' : 'DECLINED';
    const answer = toAnswer(store, { call, funds, type: 'VERIFICATION', state, verdict });
    const isKept = isAlive && funds.session !== null && body.transactionDetails?.createToken;
    const tokens = isKept ? { paymentTokens: makeToken(store, call, instrument) } : {};
    return { status: 201, body: { ...answer, ...tokens } };
  };
  return { operation: 'tokenize', execute };
}
