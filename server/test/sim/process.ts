/**
 * One process of the portal: a sequence of crash points, before and after every SQL statement and every
 * processor call. At each point it can crash or lose its database for one statement. The asynchronous
 * context tells to which process a statement belongs.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Like a power failure: every later operation of the process fails, too. */
class Crash extends Error {
  override readonly name = 'Crash';
}

class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
}

/** `atPoint` counts from 0; a process with fewer points is not affected. */
export type InjectedFailure =
  | { kind: 'crash' | 'databaseError'; atPoint: number }
  /** It stands still, between two transactions, so long that what it holds for a time has ended. */
  | { kind: 'stall'; atPoint: number; ms: number };

export type Operation<Result> = {
  seam: 'sql' | 'call';
  /** The SQL statement, or the name of the processor call. */
  text: string;
  perform: () => Promise<Result>;
  /** What Postgres does when the client disconnects. */
  disconnect?: () => Promise<void>;
  /** What Postgres does to the transaction of a failed statement. */
  abort?: () => Promise<void>;
  /** The Postgres backend of the connection, to detect lock waits. */
  backendPid?: number;
};

export type Process = {
  name: string;
  failure: InjectedFailure | null;
  points: number;
  isDead: boolean;
  /** Whether its injected failure has occurred. */
  isHit: boolean;
  /** Waits for its turn in a race. */
  turn: (() => Promise<void>) | null;
  /** The backend that runs its current statement. */
  backendPid: number | null;
  /** Settles when its latest operation has ended. */
  last: Promise<unknown>;
  openTransactions: number;
  /** What others do while it stands still; null when it does not, or has. */
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

/** Every process but the one that asks for it is killed. */
export function killOthers(): void {
  const own = running.getStore();
  for (const process of alive) {
    if (process !== own) Object.assign(process, { isDead: true, isHit: true });
  }
}

/** Work of the harness: no crash points and no injected failures. */
export function uninstrumented<Result>(work: () => Promise<Result>): Promise<Result> {
  return running.run(null, work);
}

/** Advances to the next point and returns the failure that is due there, if any. */
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

/** The operation took effect, but its answer is lost. */
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

/** Once, where it holds no lock that others would wait for. */
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

/** What a process does at the same time on several connections happens here in the order in which it began. */
export function runOperation<Result>(operation: Operation<Result>): Promise<Result> {
  const process = running.getStore();
  if (!process) return operation.perform();
  const ended = process.last.then(() => runInTurn(process, operation));
  process.last = ended.catch(() => undefined);
  return ended;
}

/** What an operation calls back happens inside it, and does not wait for its end. */
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
