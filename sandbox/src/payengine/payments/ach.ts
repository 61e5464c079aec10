// POST /api/payment/ach: debits a bank account token. PASS only means "accepted": the debit settles or is returned
// after two days of sandbox time.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput, Refusal } from '../../refusal.ts';
import { requireOwn, requirePrivateKey } from '../merchants.ts';
import { findToken } from '../methods/tokens.ts';
import type { PreparedOperation } from '../operation.ts';
import type { Store } from '../store.ts';
import { emitEvent } from '../webhooks.ts';
import { achAnswer } from './answers.ts';
import { APPROVED } from './host.ts';
import { bookCharge } from './payments.ts';
import { CHARGE_FIELDS } from './sales.ts';
import { planSettlement } from './settlement.ts';

const AchBody = z.strictObject({
  merchant_id: z.string().min(1),
  data: z.strictObject({ ...CHARGE_FIELDS, accountToken: z.string().min(1) }),
});

export function prepareAch(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requirePrivateKey(store, request);
  const { merchant_id, data } = parseInput(AchBody, request.body);
  requireOwn(merchant, merchant_id);
  const token = findToken(store, merchant, data.accountToken);
  if (token.instrument.kind !== 'bank') throw new Refusal(400, 'Token not found');
  const execute = () => {
    const opening = { status: 'pending', outcome: APPROVED, threeDs: null } as const;
    const payment = bookCharge(store, { merchant, token, data }, opening);
    emitEvent(store, payment, 'PAYMENT_ACH');
    planSettlement(store, payment);
    return { status: 200, body: achAnswer(payment, { token: data.accountToken }) };
  };
  return { merchant, execute };
}
