/** One job of a worker: histories on one database, with or without a seeded bug. */
import { register } from 'node:module';
import { z } from 'zod';
import { BUGS, bugNamed } from './bugs/all.ts';
import { HISTORIES } from './bugs/histories.ts';
import { openInstrumentedDatabase } from './instrumented-database.ts';
import { formatFinding, type Proof, prove, proveGiven } from './prove.ts';
import { EMPTY_TALLY } from './run-history.ts';

const SHRINK_MS = 25_000;
const FINDINGS_MAX = 10;

export const jobSchema = z.object({
  url: z.string(),
  bug: z.string().nullable(),
  /**
   * Seeds of random histories. 'given' runs the histories written for the bug, or those of every bug if no bug is
   * set.
   */
  seeds: z.union([z.array(z.number()), z.literal('given')]),
});
export type Job = z.infer<typeof jobSchema>;

const findingSchema = z.object({ seed: z.number(), invariant: z.string(), text: z.string() });

export const summarySchema = z.object({
  tally: z.record(z.string(), z.number()).transform((tally) => ({ ...EMPTY_TALLY, ...tally })),
  findings: z.array(findingSchema),
});
export type Summary = z.infer<typeof summarySchema>;

function toSummary({ tally, findings }: Proof): Summary {
  return {
    tally,
    findings: findings.map((finding) => ({
      seed: finding.seed,
      invariant: finding.violations[0]?.invariant ?? '',
      text: formatFinding(finding),
    })),
  };
}

export async function work(
  { url, bug, seeds }: Job,
  onProgress?: (summary: Summary) => void,
): Promise<Summary> {
  const database = openInstrumentedDatabase(url);
  try {
    if (seeds === 'given') {
      const opened = { database, bug: bug === null ? null : bugNamed(bug) };
      const given = bug === null ? Object.values(HISTORIES).flat() : (HISTORIES[bug] ?? []);
      return toSummary(await proveGiven(opened, given));
    }
    const proof = await prove({
      database,
      bug: bug === null ? null : bugNamed(bug),
      seeds,
      shrinkMs: bug === null ? SHRINK_MS : 0,
      findingsMax: bug === null ? FINDINGS_MAX : 1,
      onProgress: (soFar) => onProgress?.(toSummary(soFar)),
    });
    return toSummary(proof);
  } finally {
    await database.close();
  }
}

let isRegistered = false;

function registerMutations(): void {
  if (isRegistered) return;
  const data = Object.fromEntries(BUGS.map(({ name, mutations = [] }) => [name, mutations]));
  register('./mutant-loader.mjs', import.meta.url, { data });
  isRegistered = true;
}

/** With a bug, this module and the portal are loaded a second time, with the bug's mutations. */
export async function workMutated(job: Job): Promise<Summary> {
  registerMutations();
  const address = `./work.ts?bug=${job.bug}`;
  // The cast is safe because this is the same module, with other lines in the modules it imports.
  const mutant = (await import(address)) as { work: typeof work };
  return mutant.work(job);
}
