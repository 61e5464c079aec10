/**
 * No charge is sent while an intent for the same payable can be confirmed (R44). The intent is canceled at the
 * processor first. If the processor refuses because the intent moved, it is booked, and the other payment sees the
 * payable as paid or processing.
 */
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type IntentPayable, listOpenIntents } from '../../ledger/intents.ts';
import { IntentStands } from '../core/intent-stands.ts';
import { retireIntent } from './check-intent.ts';

async function clearIntents(deps: Deps, payable: IntentPayable): Promise<void> {
  const { companyId } = payable;
  const open = await deps.database.inCompany({ companyId }, (tx) => listOpenIntents(tx, payable));
  for (const intent of open) {
    const end = await retireIntent(deps, intent);
    // The intent may have moved, so "you have not been charged" could be wrong.
    if (end !== 'closed' && end !== 'moved') throw new AppError('ACCOUNT_IS_PROCESSING');
  }
}

/** Limits the rounds, because another page may offer a new intent each time. */
const ROUNDS_MAX = 3;

export async function withoutIntents<Result>(
  deps: Deps,
  begin: () => Promise<Result>,
): Promise<Result> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof IntentStands)) throw error;
      await clearIntents(deps, error.payable);
    }
  }
  throw new AppError('ACCOUNT_IS_PROCESSING');
}
