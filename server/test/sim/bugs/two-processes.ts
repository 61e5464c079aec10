/** Seeded bugs in two processes on one database, wrong keys, and a restore (R84). */
import type { Bug } from './bug.ts';

const REFUNDS = 'server/src/payments/reconciliation/refund-credits.ts';

export const TWO_PROCESS_BUGS: readonly Bug[] = [
  {
    name: 'refund-from-snapshot',
    mistake: 'A process that stood still sends a refund as it had claimed it.',
    mutations: [
      {
        file: REFUNDS,
        from: 'const renewed = await renew(tx, { clock, lease, where: isRefundable });',
        to: 'const renewed = lease;',
      },
      { file: REFUNDS, from: 'if (!isLive(deps, permit.lease)) return null;', to: '' },
    ],
  },
  {
    name: 'decided-twice',
    mistake: 'Whether a payment is held is not asked again under its lock, so two decisions count.',
    mutations: [
      {
        file: 'server/src/payments/decide-payment.ts',
        from: 'if (!attempt || !isHeld(attempt, clock.now())) throw',
        to: 'if (!attempt || !isHeld(found, clock.now())) throw',
      },
    ],
  },
  {
    name: 'closed-at-unproven-account',
    mistake:
      'A charge is closed as not found with keys of another account, if it is the first of its company.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/not-found-at-processor.ts',
        from: 'if (isProvenAccount && (await isProven(',
        to: 'if ((await isProven(',
      },
    ],
  },
  {
    name: 'restored-without-hold',
    mistake: 'After a restore, jobs charge before the records of the processor were compared.',
    mutations: [
      {
        file: 'server/src/exchange/backup/restore-backup.ts',
        from: "await client.query('update companies set charges_held_since = $1 where not is_demo', [now]);",
        to: '',
      },
    ],
  },
  {
    name: 'held-company-charged',
    mistake: 'Jobs charge for a company although its charges have been held since a restore.',
    mutations: [
      {
        file: 'server/src/payments/off-session/charge-due.ts',
        from: 'if (chargesHeldSince !== null) return {};',
        to: '',
      },
      {
        file: 'server/src/payments/off-session/begin-off-session.ts',
        from: "if (company.chargesHeldSince !== null) return { kind: 'waits', reason: 'held' };",
        to: '',
      },
      {
        file: 'server/src/payments/off-session/companies-with-work.ts',
        from: 'and(isNull(companies.chargesHeldSince), isInRunWindow(at))',
        to: 'isInRunWindow(at)',
      },
    ],
  },
  {
    name: 'orphan-left-out',
    mistake: 'A charge that is found after a restore is reported and not recorded.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile-company.ts',
        from: 'return recordOrphan(deps, { company, charge });',
        to: "return company ? 'orphan' : recordOrphan(deps, { company, charge });",
      },
    ],
  },
  {
    name: 'hold-ends-by-itself',
    mistake: 'The hold after a restore ends although a charge that was found has no place.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/release-charges.ts',
        from: 'if (await hasUnplaced(tx, companyId)) return false;',
        to: '',
      },
    ],
  },
  {
    name: 'doubled-orphan-left-out',
    mistake: 'Of a charge that is found twice after a restore, none is recorded.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/find-differences.ts',
        from: '(!byId.has(reference) && isFirst(charge))',
        to: 'byId === null',
      },
    ],
  },
  {
    name: 'known-charge-resent',
    mistake: 'A charge that the processor reported is sent again when it is not found.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: 'if (isKnownCharge(processor, attempt)) {',
        to: 'if (processor === null) {',
      },
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: "if (outcome.kind !== 'declined' || !outcome.isMissing) return outcome;",
        to: 'if (outcome.kind) return outcome;',
      },
    ],
  },
  {
    name: 'charge-refund-not-followed',
    mistake: 'A refund of a charge without an invoice that is on its way is not looked up.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile.ts',
        from: 'await followUnplacedCharges(deps, processor, account);',
        to: '',
      },
    ],
  },
];
