/**
 * How much jobs do at the same time. Calls to a processor are slow and may hang, so their number is
 * bounded per company and per processor, and one processor never waits for another.
 */
export type Concurrency = {
  /** Processors, each with its own companies. */
  processors: number;
  /** Companies of one processor. */
  companies: number;
  /** Due charges of one company; those of one customer run one after the other. */
  charges: number;
  /** Lookups at one processor by one sweep, or for one company's reconciliation. */
  lookups: number;
};

export const DEFAULT_CONCURRENCY: Concurrency = {
  processors: 3,
  companies: 4,
  charges: 16,
  lookups: 8,
};

/** One statement after the other: a simulated history stays reproducible. */
export const ONE_AT_A_TIME: Concurrency = { processors: 1, companies: 1, charges: 1, lookups: 1 };

/** Waits for all runners, also after one has failed: none is left running in the background. */
async function runAll(atOnce: number, runner: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, runner));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Runs the work for every item, at most `atOnce` at a time, in the order of the items. */
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

/** The same for items that are found while the work goes on. */
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

/** The same for work that finds its own next item; false means that there is none left. */
export async function repeatAtMost(atOnce: number, work: () => Promise<boolean>): Promise<number> {
  let count = 0;
  await runAll(atOnce, async () => {
    while (await work()) count += 1;
  });
  return count;
}

export type Repeat = (key: string, atOnce: number, work: () => Promise<boolean>) => Promise<number>;

/** `repeatAtMost` whose calls share their slots per key: one that meets others fills what they left free. */
export function sharedSlots(): Repeat {
  const taken = new Map<string, number>();
  const take = (key: string, count: number) => taken.set(key, (taken.get(key) ?? 0) + count);
  return async (key, atOnce, work) => {
    const free = Math.max(0, atOnce - (taken.get(key) ?? 0));
    let count = 0;
    await runAll(free, async () => {
      take(key, 1);
      try {
        while (await work()) count += 1;
      } finally {
        take(key, -1);
      }
    });
    return count;
  };
}

/** Each call has slots of its own. */
export const separateSlots: Repeat = (_key, atOnce, work) => repeatAtMost(atOnce, work);

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

/** Runs the work for every company: in parallel by processor, and within one processor, both bounded. */
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
