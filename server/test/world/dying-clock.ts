/** Simulates a process that dies: the clock aborts its work at the n-th read of the time. */
import type { Deps } from '../../src/kernel/deps.ts';

class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

function dyingAt(deps: Deps, count: number): Deps {
  let asked = 0;
  const now = () => {
    asked += 1;
    if (asked >= count) throw new ProcessDied();
    return deps.clock.now();
  };
  return { ...deps, clock: { ...deps.clock, now } };
}

/** Runs the work repeatedly, dying a little later each time, and finally to its end. */
export async function dieEverywhere(
  deps: Deps,
  work: (deps: Deps) => Promise<unknown>,
  deathsMax = 8,
): Promise<void> {
  for (let count = 1; count <= deathsMax; count += 1) {
    await work(dyingAt(deps, count)).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error;
    });
  }
  await work(deps);
}
