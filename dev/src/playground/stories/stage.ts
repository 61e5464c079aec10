/** The stage of a story: both programs, the clock, and the narration. */

import type { StoryView } from '@quittance/contract/playground-view';
import type pg from 'pg';
import type { MovableClock } from '../../portal/movable-clock.ts';
import { waitFor } from '../../postgres/wait.ts';
import { matchRecords, type Pair } from '../match-records.ts';
import { readPayments } from '../read-ledger.ts';
import type { SandboxControl } from '../sandbox-control.ts';
import type { TimeTravel } from '../time-travel.ts';
import { shortText } from '../view-of.ts';

export type Stage = {
  story: StoryView;
  portalUrl: string;
  pool: pg.Pool;
  sandbox: SandboxControl;
  clock: MovableClock;
  travel: TimeTravel;
};

export class StoryFailed extends Error {
  override name = 'StoryFailed';
}

/** Half a minute in total, because a lookup after a lost response takes a few seconds. */
const PATIENCE = { everyMs: 100, attemptsMax: 300 };

export function say({ story, clock }: Stage, text: string): void {
  story.steps.push({ text, at: shortText(clock.now()) });
}

export async function findPairs({ pool, sandbox }: Stage, reference: string): Promise<Pair[]> {
  const [own, charges] = await Promise.all([readPayments(pool, reference), sandbox.charges()]);
  const ids = new Set<string | null>(own.map(({ id }) => id));
  return matchRecords(
    own,
    charges.filter(({ internalTransactionID }) => ids.has(internalTransactionID)),
  );
}

/** @throws StoryFailed when the condition is not met in time */
export async function until(
  stage: Stage,
  what: string,
  isTrue: () => Promise<boolean>,
): Promise<void> {
  const came = await waitFor(async () => ((await isTrue()) ? true : undefined), PATIENCE);
  if (!came) throw new StoryFailed(`${stage.story.title}: ${what} did not happen in time`);
}

export function untilBothAgree(stage: Stage, reference: string): Promise<void> {
  return until(stage, 'that both sides agree', async () => {
    const pairs = await findPairs(stage, reference);
    return pairs.length > 0 && pairs.every(({ verdict }) => verdict.kind === 'same');
  });
}

export async function chargesTaken(stage: Stage, reference: string): Promise<number> {
  const pairs = await findPairs(stage, reference);
  return pairs.flatMap(({ theirs }) => theirs).filter(({ status }) => status === 'succeeded')
    .length;
}

export async function expectCharges(stage: Stage, reference: string, count: number): Promise<void> {
  const taken = await chargesTaken(stage, reference);
  if (taken !== count) {
    throw new StoryFailed(`${stage.story.title}: ${taken} charges were made instead of ${count}`);
  }
}
