/**
 * One process of the portal, as the harness sees it: a row of points, before and after every SQL
 * statement and every call of a processor. At any of them it can die, for good, or lose its database
 * once. Which process a statement belongs to is known from its asynchronous context.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Nobody catches a power failure: whatever the code does next fails in the same way. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
}

/** `atPoint` counts from 0; a process that has fewer points lives to its end. */
export type InjectedFailure = { kind: 'crash' | 'databaseError'; atPoint: number };

export type Operation<Result> = {
  seam: 'sql' | 'call';
  /** The statement, or the name of the processor's call. */
  text: string;
  perform: () => Promise<Result>;
  /** What Postgres does to this connection when the other end is gone. */
  disconnect?: () => Promise<void>;
  /** What Postgres does to a transaction when a statement of it fails. */
  abort?: () => Promise<void>;
  /** The server's process behind the connection, to see what it waits for. */
  backendPid?: number;
};

export type Process = {
  name: string;
  failure: InjectedFailure | null;
  points: number;
  isDead: boolean;
  /** Whether the trouble it was to have has come. */
  isHit: boolean;
  /** Waits until it may go on, when several processes run at once. */
  turn: (() => Promise<void>) | null;
  /** The backend it waits for now. */
  backendPid: number | null;
};

export type ProcessOptions = { failure?: InjectedFailure | null; turn?: () => Promise<void> };

export function newProcess(name: string, { failure = null, turn }: ProcessOptions = {}): Process {
  const counted = { points: 0, isDead: false, isHit: false, backendPid: null };
  return { name, failure, turn: turn ?? null, ...counted };
}

const running = new AsyncLocalStorage<Process | null>();

export function runAs<Result>(process: Process, work: () => Promise<Result>): Promise<Result> {
  return running.run(process, work);
}

/** What the harness itself does has no points and no troubles. */
export function uninstrumented<Result>(work: () => Promise<Result>): Promise<Result> {
  return running.run(null, work);
}

/** Whether the trouble of this process is due at the point it has reached. */
function reachesFailure(process: Process): InjectedFailure['kind'] | null {
  const { failure, points } = process;
  process.points += 1;
  if (!failure || failure.atPoint !== points) return null;
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

/** The statement or the call has done its work, and nobody hears of it. */
async function after(process: Process, operation: Operation<unknown>): Promise<void> {
  if (process.isDead) return die(process, operation);
  const failure = reachesFailure(process);
  if (failure === 'crash') return die(process, operation);
  if (failure === 'databaseError' && operation.seam === 'sql') {
    if (operation.text !== 'commit') await operation.abort?.();
    throw new DatabaseLost('after');
  }
}

export async function runOperation<Result>(operation: Operation<Result>): Promise<Result> {
  const process = running.getStore();
  if (!process) return operation.perform();
  await process.turn?.();
  await before(process, operation);
  process.backendPid = operation.backendPid ?? null;
  try {
    return await operation.perform();
  } finally {
    process.backendPid = null;
    await after(process, operation);
  }
}
