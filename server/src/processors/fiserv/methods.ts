/**
 * Keeping a method without charging it: the session becomes a token, and a card's bank is asked
 * whether the card is alive. Forgetting is ours alone: no public call takes a token back.
 */
import { AnswerLost, NeverSent } from '../http.ts';
import type { Methods, SavedMethod, SetupOrder, SetupOutcome } from '../processor.ts';
import { type Account, reasonOf, refusedFor } from './charges.ts';
import { Refused, Unreadable } from './client.ts';
import { fromTransaction, keptOf, unknown } from './from-fiserv.ts';
import { stepId, toTokens, toVerification } from './to-fiserv.ts';

/** Only a bank that says no makes a kept card useless; not having been able to ask does not. */
async function check(
  account: Account,
  order: SetupOrder,
  method: SavedMethod,
): Promise<SetupOutcome> {
  const kept = { kind: 'kept', method } as const;
  const { client, merchant, clock } = account;
  try {
    const answer = await client.checkAccount(
      stepId(order.reference, 'verification'),
      toVerification(method, merchant),
    );
    const outcome = fromTransaction(answer, Date.parse(clock.now()));
    return outcome.kind === 'declined' ? outcome : kept;
  } catch (error) {
    const isTheirs =
      error instanceof Refused ||
      error instanceof Unreadable ||
      error instanceof NeverSent ||
      error instanceof AnswerLost;
    if (isTheirs) return kept;
    throw error;
  }
}

async function keep(account: Account, order: SetupOrder): Promise<SetupOutcome> {
  const { client, merchant } = account;
  try {
    const answer = await client.tokenize(order.reference, toTokens(order, merchant));
    const method = keptOf(answer);
    if (!method) return unknown('no token in the answer');
    return method.kind === 'card' ? await check(account, order, method) : { kind: 'kept', method };
  } catch (error) {
    if (error instanceof NeverSent) return { kind: 'not_sent', reason: error.message };
    if (error instanceof Refused) return refusedFor(error);
    return unknown(reasonOf(error));
  }
}

export function methodsOf(account: Account): Methods {
  return { keep: (order) => keep(account, order), async forget() {} };
}
