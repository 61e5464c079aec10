// Waiting for the operating system (a process to end, a port to answer). It deliberately ignores
// our Clock: processes do not travel in time with the tests.
import { setTimeout as sleep } from 'node:timers/promises';

export type Patience = { everyMs: number; attemptsMax: number };

/** Asks until the answer is not undefined; undefined when patience runs out. */
export async function waitFor<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  { everyMs, attemptsMax }: Patience,
): Promise<Answer | undefined> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(everyMs);
  }
  return undefined;
}

export async function pause(durationMs: number): Promise<void> {
  await sleep(durationMs);
}
