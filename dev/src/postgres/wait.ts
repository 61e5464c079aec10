/** Polling of the operating system. It uses real time instead of `Clock`, which tests can move. */
import { setTimeout as sleep } from 'node:timers/promises';

export type PollOptions = { everyMs: number; attemptsMax: number };

/** Polls until the result is not undefined. Returns undefined after the last attempt. */
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
