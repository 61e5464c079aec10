/** The reads of this visit by name, with their running calls, which the store cannot hold. */

export type ReadEntry = {
  key: string;
  /** Resolves to whether the answer arrived; null while nothing runs. */
  running: Promise<boolean> | null;
  abort: () => void;
  /** Asks for the same once more; a running call is aborted, because its answer may be outdated. */
  again: () => Promise<boolean>;
  /** Shown by the page, so that a refresh reads it again. */
  isOpen: boolean;
  /** A page shows it already. A read sent before its page rendered is not sent again by the page. */
  isClaimed: boolean;
};

export type ReadRegistry = Map<string, ReadEntry>;

/** Reads again what the page shows. */
export async function readOpenAgain(reads: ReadRegistry): Promise<void> {
  const open = [...reads.values()].filter(({ isOpen }) => isOpen);
  await Promise.all(open.map(({ again }) => again()));
}

/** At the end of a session: no late answer may show what belongs to another customer. */
export function abandonReads(reads: ReadRegistry): void {
  for (const { abort } of reads.values()) abort();
  reads.clear();
}
