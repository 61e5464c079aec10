/** Ends expired sessions, so that their sockets end too, and deletes expired bearers, counters and challenges. */
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { deleteCountersBefore } from '../platform/limits/limit-counters.ts';
import { deleteGuessesBefore } from './code-guesses.ts';
import { deleteSpentChallengesBefore } from './passkeys/passkeys.ts';
import { aliveAt, announceEnded } from './session.ts';
import { deleteBearersBefore, revokeRunOut } from './sessions.ts';

const BATCH = 500;

export async function sweepSessions({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now();
  return database.asSystem(async (tx) => {
    const ended = await revokeRunOut(tx, aliveAt(now), BATCH);
    await announceEnded(tx, ended, now);
    await deleteBearersBefore(tx, addMs(now, -DAY_MS));
    await deleteCountersBefore(tx, now);
    await deleteGuessesBefore(tx, now);
    await deleteSpentChallengesBefore(tx, now);
    return ended.length;
  });
}
