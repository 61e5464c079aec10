/** Seeded bugs of outcomes: settling, looking up, reconciling, refunding. */
import type { Bug } from './bug.ts';

export const SETTLEMENT_BUGS: readonly Bug[] = [
  {
    name: 'rank-falls',
    mistake: 'The last report wins: a stale decline overwrites a success.',
    seeds: [1],
    mutations: [
      {
        file: 'domain/src/status/payment-status.ts',
        from: 'if (rise > 0) return observed;',
        to: "if (rise > 0 || observed === 'FAILED') return observed;",
      },
    ],
  },
  {
    name: 'expired-not-canceled',
    mistake: 'A challenge is closed although its cancellation was not confirmed.',
    seeds: [1],
    mutations: [
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: `      'a charge could not be canceled',
    );
    return false;`,
        to: `      'a charge could not be canceled',
    );
    return true;`,
      },
    ],
  },
  {
    name: 'unreconciled-not-found',
    mistake: 'A charge that is not found is closed without a clean reconciliation.',
    seeds: [1],
    mutations: [
      {
        file: 'server/src/payments/reconciliation/not-found-at-processor.ts',
        from: 'if (!isReconciled) return false;',
        to: '',
      },
    ],
  },
  {
    name: 'double-claim',
    mistake: 'Two sweeps can claim the same refund.',
    seeds: [1],
    mutations: [
      {
        file: 'server/src/storage/payments/refunds.ts',
        from: "matching(refunds, { companyId, id, state: 'OPEN', tries })",
        to: "matching(refunds, { companyId, id, state: 'OPEN' })",
      },
    ],
  },
];
