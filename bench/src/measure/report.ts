/** Writes the JSON report of a run: machine, versions, commit, and every row with its verdicts. */
import { execFile } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { computeRatio, type MeasuredRow, toVerdicts } from './row.ts';

export type Origin = {
  machine: { cores: number; cpu: string; memoryMb: number };
  /** The system's load average over the minute before the run, if available. */
  loadBefore: number;
  versions: { node: string; postgres: string };
  /** Null outside a Git clone. Ends in '+changes' if the working tree was modified. */
  commit: string | null;
  at: string;
};

export type RunSettings = { seconds: number; rounds: number; isFull: boolean };

const BYTES_PER_MB = 1024 * 1024;

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args);
  return stdout.trim();
}

async function currentCommit(): Promise<string | null> {
  try {
    const commit = await git('rev-parse', 'HEAD');
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    return changes === '' ? commit : `${commit}+changes`;
  } catch {
    return null;
  }
}

/** Must be called before the first measurement, because it records the load before the run. */
export async function findOrigin(postgres: string): Promise<Origin> {
  return {
    machine: {
      cores: availableParallelism(),
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      memoryMb: Math.round(totalmem() / BYTES_PER_MB),
    },
    loadBefore: loadavg()[0] ?? 0,
    versions: { node: process.versions.node, postgres },
    commit: await currentCommit(),
    at: new Date().toISOString(),
  };
}

export type Run = { origin: Origin; settings: RunSettings; rows: readonly MeasuredRow[] };

export function toReport({ origin, settings, rows }: Run) {
  return {
    ...origin,
    settings,
    rows: rows.map((measuredRow) => ({
      row: measuredRow.row.name,
      label: measuredRow.row.label,
      ...measuredRow.measurement,
      ratio: computeRatio(measuredRow.measurement),
      bounds: toVerdicts(measuredRow, rows),
    })),
  };
}
