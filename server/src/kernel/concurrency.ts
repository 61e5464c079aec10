/**
 * Limits on the concurrency of jobs. Calls to a processor are slow and may hang, so their number is bounded per
 * company and per processor, and calls to one processor never wait for another.
 */
export type Concurrency = {
  processors: number;
  companies: number;
  charges: number;
  lookups: number;
};

export const DEFAULT_CONCURRENCY: Concurrency = {
  processors: 3,
  companies: 4,
  charges: 16,
  lookups: 8,
};

/** Runs statements one at a time, so that a simulated history is reproducible. */
export const ONE_AT_A_TIME: Concurrency = { processors: 1, companies: 1, charges: 1, lookups: 1 };

/** Waits for all runners, even after one fails, so that none keeps running in the background. */
async function runAll(atOnce: number, runner: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, runner));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

export async function forEachAtMost<Item>(
  atOnce: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  await runAll(atOnce, async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  });
}

export async function forEachFound<Item>(
  atOnce: number,
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.asyncIterator]();
  await runAll(atOnce, async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next())
      await work(next.value);
  });
}

export type ClaimedWork<Item> = {
  claim(): Promise<Item | null>;
  work(item: Item): Promise<void>;
};

type Slots = { take(): boolean; free(): void };

/** Another runner starts only after a claim has found something. If nothing is waiting, there is only one claim. */
async function runClaimed<Item>(slots: Slots, { claim, work }: ClaimedWork<Item>): Promise<number> {
  let count = 0;
  const runners: Promise<void>[] = [];
  const failures: unknown[] = [];
  async function run(): Promise<void> {
    try {
      for (let item = await claim(); item !== null; item = await claim()) {
        start();
        await work(item);
        count += 1;
      }
    } catch (error) {
      failures.push(error);
    } finally {
      slots.free();
    }
  }
  function start(): void {
    if (slots.take()) runners.push(run());
  }
  start();
  // Also waits for runners that start in the meantime, so that none keeps running in the background.
  for (const runner of runners) await runner;
  if (failures.length > 0) throw failures[0];
  return count;
}

/**
 * Processes at most `atOnce` items concurrently until none are left to claim. Returns the number of processed
 * items.
 */
export function repeatAtMost<Item>(atOnce: number, claimed: ClaimedWork<Item>): Promise<number> {
  return separateSlots('', atOnce, claimed);
}

export type Repeat = <Item>(
  key: string,
  atOnce: number,
  claimed: ClaimedWork<Item>,
) => Promise<number>;

/** Like `repeatAtMost`, but concurrent calls with the same key share their slots. */
export function sharedSlots(): Repeat {
  const taken = new Map<string, number>();
  return (key, atOnce, claimed) => {
    const count = () => taken.get(key) ?? 0;
    const slots = {
      take: () => {
        const isFree = count() < atOnce;
        if (isFree) taken.set(key, count() + 1);
        return isFree;
      },
      free: () => void taken.set(key, count() - 1),
    };
    return runClaimed(slots, claimed);
  };
}

export const separateSlots: Repeat = (key, atOnce, claimed) => sharedSlots()(key, atOnce, claimed);

export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Runs the work for every company, in parallel across processors and across the companies of each processor. Both
 * are bounded.
 */
export async function forEachCompany<Company extends { processor: string }>(
  { concurrency }: { concurrency: Concurrency },
  companies: readonly Company[],
  work: (company: Company) => Promise<void>,
): Promise<void> {
  const byProcessor = groupBy(companies, ({ processor }) => processor);
  await forEachAtMost(concurrency.processors, byProcessor.values(), (ofOne) =>
    forEachAtMost(concurrency.companies, ofOne, work),
  );
}
