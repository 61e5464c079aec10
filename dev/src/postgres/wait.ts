/** Polls the operating system. Uses real time instead of `Clock`, which tests can move. */
import { setTimeout as sleep } from 'node:timers/promises';

export type PollOptions = { everyMs: number; attemptsMax: number };

export async function waitFor<Result>(
  poll: () => Result | undefined | Promise<Result | undefined>,
  { everyMs, attemptsMax }: PollOptions,
): Promise<Result | undefined> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const result = await poll();
    if (result !== undefined) return result;
    await sleep(everyMs);
  }
  return undefined;
}

export async function pause(durationMs: number): Promise<void> {
  await sleep(durationMs);
}
