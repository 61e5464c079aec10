/**
 * Reads everything that the page shows. It runs only while a page is open, does not call the portal, and makes few
 * queries.
 */

import type { View } from '@quittance/contract/playground-view';
import type pg from 'pg';
import type { MovableClock } from '../portal/movable-clock.ts';
import type { PortalProcesses } from '../portal/portal-processes.ts';
import { toLabel } from './fault-buttons.ts';
import { canonicalLedgerHash } from './ledger-hash.ts';
import { matchRecords } from './match-records.ts';
import { readKnownReferences, readPayments } from './read-ledger.ts';
import type { OurAttempt, TheirCharge } from './records.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { TimeTravel } from './time-travel.ts';
import { momentText, movedText, pairView, processViews, shortText, toDebits } from './view-of.ts';

const LINES_MAX = 8;

export type ViewDeps = {
  pool: pg.Pool;
  sandbox: SandboxControl;
  clock: MovableClock;
  portal: Pick<PortalProcesses, 'statuses'>;
  travel: Pick<TimeTravel, 'next'>;
  canReset: boolean;
};

export type Progress = Pick<View, 'story' | 'busy' | 'problem'>;

const LEDGER_VERSION = `
select concat_ws('.', (select max(id) from postings), (select max(id) from attempt_moves),
  (select count(*) from attempts), (select count(*) from charge_notices), (select sum(version) from invoices)) as version`;

function createHashReader(pool: pg.Pool) {
  let known = { version: '', hash: '' };
  return async (): Promise<string> => {
    const { rows } = await pool.query<{ version: string }>(LEDGER_VERSION);
    const version = rows[0]?.version ?? '';
    if (version !== known.version) known = { version, hash: await canonicalLedgerHash(pool) };
    return known.hash;
  };
}

async function nextEventText(travel: ViewDeps['travel']): Promise<string> {
  const event = await travel.next();
  return event ? `${shortText(event.at)}: ${event.what}` : 'nothing is due in the next year';
}

export type ReadView = (progress: Progress) => Promise<View>;

export function createViewReader(deps: ViewDeps): ReadView {
  const { pool, sandbox, clock, portal, travel, canReset } = deps;
  const readHash = createHashReader(pool);

  /** Omits the charges of payments that are known here but too old to be shown. */
  const withoutOlder = async (charges: readonly TheirCharge[], payments: readonly OurAttempt[]) => {
    const references = charges.flatMap(({ internalTransactionID: id }) => (id ? [id] : []));
    const known = await readKnownReferences(pool, references);
    for (const { id } of payments) known.delete(id);
    return charges.filter(({ internalTransactionID: id }) => id === null || !known.has(id));
  };

  return async (progress) => {
    const [payments, charges, faults, webhooks, mails, nextEvent, ledgerHash] = await Promise.all([
      readPayments(pool),
      sandbox.charges(),
      sandbox.faults(),
      sandbox.webhooks(),
      sandbox.mails({ limit: LINES_MAX }),
      nextEventText(travel),
      readHash(),
    ]);
    const pairs = matchRecords(payments, await withoutOlder(charges, payments)).map(pairView);
    return {
      now: momentText(clock.now()),
      moved: movedText(clock.movedMs()),
      nextEvent,
      ledgerHash,
      differences: pairs.filter(({ verdict }) => verdict.kind === 'different').length,
      pairs,
      processes: processViews(portal.statuses()),
      waitingFaults: faults.map(toLabel),
      webhooks: webhooks
        .slice(-LINES_MAX)
        .reverse()
        .map(
          ({ event, state, attempts }) => `${event}: ${state.replace('_', ' ')}, sent ${attempts}×`,
        ),
      mails: mails.map(({ subject, to, at }) => ({
        subject,
        to: to.join(', '),
        at: shortText(at),
      })),
      debits: toDebits(charges),
      ...progress,
      canReset,
    };
  };
}
