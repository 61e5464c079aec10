/** Thrown in transaction 1 where an open intent could be confirmed besides the new charge (R44). Never answered. */
import type { IntentPayable } from '../../ledger/intents.ts';

export class IntentStands extends Error {
  override name = 'IntentStands';
  readonly payable: IntentPayable;

  constructor(payable: IntentPayable) {
    super('an intent can still be confirmed');
    this.payable = payable;
  }
}
