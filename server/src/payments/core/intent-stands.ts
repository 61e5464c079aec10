/**
 * Thrown in transaction 1 if an open intent could be confirmed in addition to the new charge (R44). Never sent as a
 * response.
 */
import type { IntentPayable } from '../../ledger/intents.ts';

export class IntentStands extends Error {
  override name = 'IntentStands';
  readonly payable: IntentPayable;

  constructor(payable: IntentPayable) {
    super('an intent can still be confirmed');
    this.payable = payable;
  }
}
