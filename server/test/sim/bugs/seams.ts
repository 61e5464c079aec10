/** Seeded bugs at the boundaries: each changes data that passes through an injected dependency, or the database. */
import { cents } from '@quittance/contract/money';
import type { Deps } from '../../../src/kernel/deps.ts';
import type { Charges, Processor } from '../../../src/processors/processor.ts';
import type { Bug } from './bug.ts';

function withProcessor(deps: Deps, change: (processor: Processor) => Processor): Deps {
  const { processors } = deps;
  return {
    ...deps,
    processors: {
      ...processors,
      create(name, credentials) {
        const processor = processors.create(name, credentials);
        return processor && change(processor);
      },
    },
  };
}

function withCharges(deps: Deps, change: (charges: Charges) => Partial<Charges>): Deps {
  return withProcessor(deps, (processor) => ({
    ...processor,
    charges: { ...processor.charges, ...change(processor.charges) },
  }));
}

const noLock: Bug = {
  name: 'no-lock',
  mistake: 'The row lock and the unique indexes behind it are gone: check, then act.',
  rewrite: ({ text, values }) => ({ text: text.replace(/ for no key update$/, ''), values }),
  async prepare({ pool }) {
    await pool.query('drop index if exists one_open_attempt_per_request');
    await pool.query('drop index if exists one_open_attempt_per_invoice');
    await pool.query('drop trigger if exists new_attempt_holds on attempts');
  },
};

const guessFailed: Bug = {
  name: 'guess-failed',
  mistake: 'An answer that did not come is taken for a refusal.',
  deps: (deps) =>
    withCharges(deps, (charges) => ({
      async charge(order) {
        const outcome = await charges.charge(order);
        if (outcome.kind !== 'unknown') return outcome;
        const message = 'The payment failed.';
        return {
          kind: 'declined',
          processorReference: null,
          code: 'timeout',
          message,
          class: 'soft',
        };
      },
    })),
};

const newKey: Bug = {
  name: 'new-key',
  mistake: 'A charge that is sent again gets a key of its own.',
  deps(deps, { keys }) {
    return withCharges(deps, (charges) => ({
      charge(order) {
        if (!keys.has(order.reference)) return charges.charge(order);
        const reference = deps.entropy.uuid();
        // The cast is safe because the processor accepts any text as a reference.
        return charges.charge({ ...order, reference: reference as typeof order.reference });
      },
    }));
  },
};

const blindResend: Bug = {
  name: 'blind-resend',
  mistake: 'A charge that is not found is sent again, whatever the processor remembers.',
  deps: (deps) =>
    withCharges(deps, () => ({
      resend: { kind: 'same_key', withinMs: Number.MAX_SAFE_INTEGER },
    })),
};

const trustPayload: Bug = {
  name: 'trust-payload',
  mistake: 'What a webhook says of a charge is believed, instead of asking the processor.',
  deps(deps) {
    const claimed = new Map<string, string>();
    return withProcessor(deps, (processor) => ({
      ...processor,
      ...(processor.webhooks
        ? {
            webhooks: {
              verify(input) {
                const hint = processor.webhooks?.verify(input) ?? null;
                if (hint?.reference) claimed.set(hint.reference, hint.eventType);
                return hint;
              },
            },
          }
        : {}),
      charges: {
        ...processor.charges,
        async lookup(sought) {
          const found = await processor.charges.lookup(sought);
          if (found.kind !== 'declined' || claimed.get(sought.reference) !== 'succeeded') {
            return found;
          }
          return believed(deps, sought.reference);
        },
      },
    }));
  },
};

/** The payload names the full amount, so even its integrity check passes. */
async function believed(deps: Deps, reference: string) {
  const { rows } = await deps.database.pool.query<{ total: string }>(
    'select amount_cents + fee_cents as total from attempts where id = $1',
    [reference],
  );
  const amountCents = cents(Number(rows[0]?.total ?? 1));
  const processorReference = `claimed_${reference}`;
  return {
    kind: 'succeeded' as const,
    processorReference,
    amountCents,
    currency: 'USD',
    method: null,
    saved: null,
  };
}

const noIntegrity: Bug = {
  name: 'no-integrity',
  mistake: 'The charged amount is not compared with the requested one.',
  deps: (deps) =>
    withCharges(deps, (charges) => ({
      async charge(order) {
        const outcome = await charges.charge(order);
        const isRecorded = outcome.kind === 'succeeded' || outcome.kind === 'pending';
        return isRecorded ? { ...outcome, amountCents: order.amountCents } : outcome;
      },
    })),
};

const noResolver: Bug = {
  name: 'no-resolver',
  mistake: 'Attempts with a lost answer are never looked up.',
  forgetsResolver: true,
};

const successIsFinal: Bug = {
  name: 'success-is-final',
  mistake: 'A debit that succeeded is never looked at again, so its return is not seen.',
  deps: (deps) =>
    withCharges(deps, (charges) => ({
      async lookup(sought) {
        const found = await charges.lookup(sought);
        return found.kind === 'returned' ? { ...found, kind: 'succeeded' } : found;
      },
    })),
};

const skipMandate: Bug = {
  name: 'skip-mandate',
  mistake: 'A charge without the payer is made whether its mandate was revoked or not.',
  rewrite({ text, values }) {
    const isReading = text.startsWith('select') && text.includes('from "mandates"');
    return { text: isReading ? text.replace('"revoked_at"', 'null::timestamptz') : text, values };
  },
};

export const SEAM_BUGS: readonly Bug[] = [
  guessFailed,
  newKey,
  blindResend,
  trustPayload,
  noIntegrity,
  noResolver,
  skipMandate,
  successIsFinal,
  noLock,
];
