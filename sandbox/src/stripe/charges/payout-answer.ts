// A payout in the words of the API.
import type { Payout } from '../store.ts';

export const toId = (id: string, part = '') => `txn_${id.replace(/^[a-z]+_/, '')}${part}`;

export function payoutAnswer({ id, created, amount, arrivalDate, isAutomatic, status }: Payout) {
  return {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivalDate,
    automatic: isAutomatic,
    balance_transaction: toId(id),
    created,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    failure_balance_transaction: status === 'failed' ? toId(id, 'b') : null,
    failure_code: status === 'failed' ? 'account_closed' : null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: isAutomatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status,
    trace_id: null,
    type: 'bank_account',
  };
}
