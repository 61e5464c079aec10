/** Seeded bugs in intents that a browser confirms at the processor (R44). */
import type { Bug } from './bug.ts';

export const INTENT_BUGS: readonly Bug[] = [
  {
    name: 'intent-left-open',
    mistake: 'A charge is sent without canceling the intent that a page still shows.',
    mutations: [
      {
        file: 'server/src/payments/charge/write-attempt.ts',
        from: 'if (isOffered) throw new IntentStands(payable);',
        to: '',
      },
    ],
    // The unique key of the holds would also refuse the charge.
    async prepare({ pool }) {
      await pool.query('drop trigger if exists new_intent_holds on intents');
    },
  },
  {
    name: 'refused-cancel-ignored',
    mistake: 'An intent that cannot be canceled, because it moved, counts as canceled.',
    mutations: [
      {
        file: 'server/src/payments/intents/check-intent.ts',
        from: "if (kind === 'not_cancelable') return lookAt(deps, intents, { intent, reference, source });",
        to: '',
      },
    ],
  },
  {
    name: 'expired-not-canceled',
    mistake: 'An expired intent is closed here, but its page can still confirm it.',
    mutations: [
      {
        file: 'server/src/payments/intents/check-intent.ts',
        from: 'if (intents) return cancel(deps, intents, { intent, reference, source });',
        to: '',
      },
    ],
  },
  {
    name: 'returned-intent-left',
    mistake: 'The intent of a returned debit is not canceled, so its page can pay with it again.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: 'if (isEnd && isOpen(attempt.state) && !(await isFinalAtProcessor(deps, attempt))) {',
        to: 'if (isEnd && !isOpen(attempt.state) && !(await isFinalAtProcessor(deps, attempt))) {',
      },
    ],
  },
];
