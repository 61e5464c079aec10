/**
 * Runs many histories, one seed each. A history that violates an invariant is shrunk and printed as a
 * list of steps; its seed reproduces it.
 */
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Bug } from './bugs/bug.ts';
import { type History, history } from './history.ts';
import type { InstrumentedDatabase } from './instrumented-database.ts';
import { EMPTY_TALLY, type HistoryResult, runHistory, type Tally } from './run-history.ts';
import { mixedSeed } from './seeded.ts';

export type Finding = { seed: number; violations: readonly Violation[]; history: History };

export type Proof = { tally: Tally; findings: readonly Finding[] };

export type Assignment = {
  database: InstrumentedDatabase;
  bug: Bug | null;
  seeds: readonly number[];
  shrinkMs: number;
  findingsMax: number;
  onProgress?: (soFar: Proof) => void;
};

export function sum(left: Tally, right: Tally): Tally {
  return {
    histories: left.histories + right.histories,
    steps: left.steps + right.steps,
    points: left.points + right.points,
    crashes: left.crashes + right.crashes,
    databaseErrors: left.databaseErrors + right.databaseErrors,
    stalls: left.stalls + right.stalls,
    faults: left.faults + right.faults,
    charges: left.charges + right.charges,
    refunds: left.refunds + right.refunds,
    disputes: left.disputes + right.disputes,
  };
}

class Violated extends Error {
  override readonly name = 'Violated';
}

async function proveOne({ database, bug, shrinkMs }: Assignment, seed: number) {
  let first: HistoryResult | null = null;
  let last: readonly Violation[] = [];
  let until = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(history, async (generated) => {
    if (performance.now() > until) return;
    const ended = await runHistory({ database, bug }, generated);
    first ??= ended;
    if (ended.violations.length === 0) return;
    last = ended.violations;
    until = Math.min(until, performance.now() + shrinkMs);
    throw new Violated(last.map(({ invariant }) => invariant).join('; '));
  });
  const result = await fc.check(property, {
    seed: mixedSeed(seed),
    numRuns: 1,
    endOnFailure: shrinkMs === 0,
  });
  const tally = first === null ? EMPTY_TALLY : toTally(first);
  const smallest = result.counterexample?.[0];
  if (!result.failed || !smallest) return { tally, finding: null };
  const { errorInstance } = result;
  const isOurs = !(errorInstance instanceof Violated) && errorInstance instanceof Error;
  const broken = isOurs
    ? [{ invariant: 'the harness broke', subject: `${errorInstance.stack}` }]
    : [];
  return { tally, finding: { seed, violations: [...broken, ...last], history: smallest } };
}

function toTally({ tally }: HistoryResult): Tally {
  return tally;
}

async function withBug<Result>(
  { database, bug }: Pick<Assignment, 'database' | 'bug'>,
  work: () => Promise<Result>,
): Promise<Result> {
  database.rewriteBy(bug?.rewrite ?? null);
  await bug?.prepare?.(database);
  try {
    return await work();
  } finally {
    database.rewriteBy(null);
  }
}

/** Runs the given histories in order until one is violated. Seed 0 means no seed. */
export function proveGiven(
  opened: Pick<Assignment, 'database' | 'bug'>,
  histories: readonly History[],
): Promise<Proof> {
  return withBug(opened, async () => {
    let tally = EMPTY_TALLY;
    for (const given of histories) {
      const ended = await runHistory(opened, given);
      tally = sum(tally, ended.tally);
      const { violations } = ended;
      if (violations.length > 0)
        return { tally, findings: [{ seed: 0, violations, history: given }] };
    }
    return { tally, findings: [] };
  });
}

export function prove(assignment: Assignment): Promise<Proof> {
  return withBug(assignment, () => proveSeeds(assignment));
}

async function proveSeeds(assignment: Assignment): Promise<Proof> {
  const { seeds, findingsMax, onProgress } = assignment;
  let tally = EMPTY_TALLY;
  const findings: Finding[] = [];
  for (const seed of seeds) {
    const proved = await proveOne(assignment, seed);
    tally = sum(tally, proved.tally);
    if (proved.finding) findings.push(proved.finding);
    onProgress?.({ tally, findings });
    if (findings.length >= findingsMax) break;
  }
  return { tally, findings };
}

function formatFields(value: object): string {
  return Object.entries(value)
    .filter(([key, entry]) => key !== 'name' && entry !== null)
    .map(([key, entry]) => `${key}=${typeof entry === 'object' ? JSON.stringify(entry) : entry}`)
    .join(' ');
}

export function formatFinding({ seed, violations, history: { setting, steps } }: Finding): string {
  const lines = steps.map(({ command, ...around }, index) => {
    const { faults, failure, during } = around;
    const circumstances = formatFields({
      ...(faults.some((fault) => fault !== 'ok') ? { faults: faults.join(',') } : {}),
      failure: failure && `${failure.kind}@${failure.atPoint}`,
      during,
    });
    return `  ${index + 1}. ${command.name} ${formatFields(command)} ${circumstances}`.trimEnd();
  });
  return [
    `seed ${seed} at ${setting.processor}, invoices ${JSON.stringify(setting.invoices)}`,
    ...lines,
    ...violations.slice(0, 5).map(({ invariant, subject }) => `  → ${invariant} (${subject})`),
  ].join('\n');
}
