/**
 * One process of the portal: a sequence of crash points, before and after every SQL statement and every processor
 * call. At each point it can crash or lose its database for one statement. The asynchronous context identifies the
 * process of a statement.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Like a power failure: every later operation of the process fails as well. */
class Crash extends Error {
  override readonly name = 'Crash';
}

class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
}

/** `atPoint` counts from 0. A process with fewer points is not affected. */
export type InjectedFailure =
  | { kind: 'crash' | 'databaseError'; atPoint: number }
  /** The process stalls between two transactions for so long that its leases expire. */
  | { kind: 'stall'; atPoint: number; ms: number };

export type Operation<Result> = {
  seam: 'sql' | 'call';
  text: string;
  perform: () => Promise<Result>;
  /** Simulates what Postgres does when the client disconnects. */
  disconnect?: () => Promise<void>;
  /** Simulates what Postgres does to the transaction of a failed statement. */
  abort?: () => Promise<void>;
  /** The Postgres backend of the connection, to detect lock waits. */
  backendPid?: number;
};

export type Process = {
  name: string;
  failure: InjectedFailure | null;
  points: number;
  isDead: boolean;
  isHit: boolean;
  turn: (() => Promise<void>) | null;
  backendPid: number | null;
  last: Promise<unknown>;
  openTransactions: number;
  /** Work of other processes during the stall. Null if the process does not stall or has already done so. */
  meanwhile: ((ms: number) => Promise<void>) | null;
  stalls: number;
};

export type ProcessOptions = Partial<Pick<Process, 'failure' | 'turn' | 'meanwhile'>>;

export function newProcess(name: string, options: ProcessOptions = {}): Process {
  const counted = { points: 0, isDead: false, isHit: false, openTransactions: 0, stalls: 0 };
  const nothing = { failure: null, turn: null, meanwhile: null, backendPid: null };
  return { name, ...nothing, ...counted, ...options, last: Promise.resolve() };
}

const running = new AsyncLocalStorage<Process | null>();
const alive = new Set<Process>();

export async function runAs<Result>(
  process: Process,
  work: () => Promise<Result>,
): Promise<Result> {
  alive.add(process);
  try {
    return await running.run(process, work);
  } finally {
    alive.delete(process);
  }
}

export function killOthers(): void {
  const own = running.getStore();
  for (const process of alive) {
    if (process !== own) Object.assign(process, { isDead: true, isHit: true });
  }
}

/** Runs harness work, without crash points and injected failures. */
export function uninstrumented<Result>(work: () => Promise<Result>): Promise<Result> {
  return running.run(null, work);
}

function reachesFailure(process: Process): InjectedFailure['kind'] | null {
  const { failure, points } = process;
  process.points += 1;
  if (!failure || failure.kind === 'stall' || failure.atPoint !== points) return null;
  process.isHit = true;
  return failure.kind;
}

async function die(process: Process, { disconnect }: Operation<unknown>): Promise<never> {
  process.isDead = true;
  await disconnect?.();
  throw new Crash(process.name);
}

async function before(process: Process, operation: Operation<unknown>): Promise<void> {
  if (process.isDead) return die(process, operation);
  const failure = reachesFailure(process);
  if (failure === 'crash') return die(process, operation);
  if (failure === 'databaseError' && operation.seam === 'sql') {
    await operation.abort?.();
    throw new DatabaseLost('before');
  }
}

/** The operation took effect, but its response is lost. */
async function after(process: Process, operation: Operation<unknown>): Promise<void> {
  if (process.isDead) return die(process, operation);
  const failure = reachesFailure(process);
  if (failure === 'crash') return die(process, operation);
  if (failure === 'databaseError' && operation.seam === 'sql') {
    if (operation.text !== 'commit') await operation.abort?.();
    throw new DatabaseLost('after');
  }
}

function countTransactions(process: Process, { seam, text }: Operation<unknown>): void {
  if (seam !== 'sql') return;
  if (text.startsWith('begin')) process.openTransactions += 1;
  if (/^(commit|rollback)/.test(text) && process.openTransactions > 0)
    process.openTransactions -= 1;
}

/** Stalls once, at a point where the process holds no lock that others would wait for. */
async function standStill(process: Process): Promise<void> {
  const { failure, meanwhile, points, openTransactions, isDead } = process;
  if (failure?.kind !== 'stall' || points <= failure.atPoint) return;
  if (!meanwhile || openTransactions > 0 || isDead) return;
  process.meanwhile = null;
  process.stalls += 1;
  await meanwhile(failure.ms);
}

async function runInTurn<Result>(process: Process, operation: Operation<Result>): Promise<Result> {
  await process.turn?.();
  await before(process, operation);
  process.backendPid = operation.backendPid ?? null;
  try {
    return await operation.perform();
  } finally {
    process.backendPid = null;
    countTransactions(process, operation);
    await after(process, operation);
    await standStill(process);
  }
}

/** Concurrent operations of one process, even on several connections, run in the order in which they began. */
export function runOperation<Result>(operation: Operation<Result>): Promise<Result> {
  const process = running.getStore();
  if (!process) return operation.perform();
  const ended = process.last.then(() => runInTurn(process, operation));
  process.last = ended.catch(() => undefined);
  return ended;
}

/** A callback of an operation runs inside it and does not wait for its end. */
export async function runInside<Result>(work: () => Promise<Result>): Promise<Result> {
  const process = running.getStore();
  if (!process) return work();
  const { last } = process;
  process.last = Promise.resolve();
  try {
    return await work();
  } finally {
    process.last = last;
  }
}
