/**
 * Saves a method without a charge: the session is exchanged for a token, and a card is verified with its bank. The
 * public API cannot delete a token, so a removed method is removed only on our side.
 */
import { AnswerLost, NeverSent } from '../../platform/outbound/http-client.ts';
import { isNotProcessed, Refused, Unreadable } from '../json-answer.ts';
import { notSent, toMessage, unknown } from '../outcomes.ts';
import type { Methods, SavedMethod, SetupOrder, SetupOutcome } from '../processor.ts';
import { type Account, declinedBy } from './charges.ts';
import { refuseIncomplete } from './check-fields.ts';
import { fromTransaction, toSavedMethod } from './from-fiserv.ts';
import { stepId, toTokens, toVerification } from './to-fiserv.ts';

/** Only a decline prevents the card from being saved. A failed verification request does not. */
async function check(
  account: Account,
  order: SetupOrder,
  method: SavedMethod,
): Promise<SetupOutcome> {
  const saved = { kind: 'saved', method } as const;
  const { client, merchant, clock } = account;
  try {
    const answer = await client.checkAccount(
      stepId(order.reference, 'verification'),
      toVerification(method, merchant),
    );
    const outcome = fromTransaction(answer, Date.parse(clock.now()));
    return outcome.kind === 'declined' ? outcome : saved;
  } catch (error) {
    const isProcessorError =
      error instanceof Refused ||
      error instanceof Unreadable ||
      error instanceof NeverSent ||
      error instanceof AnswerLost;
    if (isProcessorError) return saved;
    throw error;
  }
}

async function save(account: Account, order: SetupOrder): Promise<SetupOutcome> {
  const { client, merchant, checkFields } = account;
  const refused = refuseIncomplete({ ...order, isOneTime: false }, checkFields);
  if (refused) return refused;
  try {
    const answer = await client.tokenize(order.reference, toTokens(order, merchant));
    const saved = toSavedMethod(answer);
    if (!saved) return unknown('no token in the answer');
    const method = { ...saved, accountType: order.accountType ?? null };
    return method.kind === 'card' ? await check(account, order, method) : { kind: 'saved', method };
  } catch (error) {
    if (error instanceof NeverSent) return notSent(error.message);
    if (error instanceof Refused) {
      return isNotProcessed(error) ? notSent(error.message) : declinedBy(error);
    }
    return unknown(toMessage(error));
  }
}

export function toMethods(account: Account): Methods {
  // No public call deletes a token: it stays at Fiserv, and only our copy is destroyed.
  return {
    save: (order) => save(account, order),
    async forget() {},
    forgetCustomer: async () => 'kept',
  };
}
