/** Ends expired sessions, so that their sockets end too, and deletes expired bearers, counters and challenges. */
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { deleteGuessesBefore } from '../storage/access/code-guesses.ts';
import { deleteCountersBefore } from '../storage/access/limit-counters.ts';
import { deleteSpentChallengesBefore } from '../storage/access/passkeys.ts';
import { deleteBearersBefore, revokeRunOut } from '../storage/access/sessions.ts';
import { aliveAt, announceEnded } from './session.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

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
