/**
 * Metrics of all processes of a server, so that a scrape has the same counters whichever process responds to it.
 * The process that is scraped asks the supervisor, which asks the others. What a process had counted when it was
 * last asked stays in the sum after the process ended, so counters never fall while the supervisor runs.
 */
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import { waitAtMost } from '../../kernel/clock.ts';

type Snapshot = MetricObject[];

/** `wanted` goes from a process to the supervisor and on to the others; `own` and `all` are the responses. */
type MetricsMessage =
  | { metrics: 'wanted'; id: number }
  | { metrics: 'own'; id: number; own: Snapshot }
  | { metrics: 'all'; id: number; all: Snapshot[] };

const WAIT_MS_MAX = 1000;
const ENDED_MAX = 8;

function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === 'object' && message !== null && 'metrics' in message;
}

function createPending<Response>() {
  const pending = new Map<number, (response: Response) => void>();
  let last = 0;
  return {
    ask(send: (id: number) => void): Promise<Response> {
      last += 1;
      const id = last;
      const response = new Promise<Response>((resolve) => pending.set(id, resolve));
      send(id);
      return response.finally(() => pending.delete(id));
    },
    respond: (id: number, response: Response) => pending.get(id)?.(response),
  };
}

async function aggregate(snapshots: Snapshot[]): Promise<Snapshot> {
  return AggregatorRegistry.aggregate(snapshots).getMetricsAsJSON();
}

const isCount = ({ type }: MetricObject) =>
  String(type) === 'counter' || String(type) === 'histogram';

/** For the supervisor. */
export function collectProcessMetrics(): void {
  const pending = createPending<Snapshot>();
  const latest = new Map<number, Snapshot>();
  let ended: Snapshot[] = [];

  async function readOne(worker: Worker): Promise<void> {
    if (!worker.isConnected()) return;
    const read = pending
      .ask((id) => worker.send({ metrics: 'wanted', id } satisfies MetricsMessage))
      .then((own) => latest.set(worker.id, own));
    await waitAtMost(WAIT_MS_MAX, read);
  }

  async function respond(asker: Worker, id: number): Promise<void> {
    await Promise.all(
      Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [readOne(worker)] : [])),
    );
    if (!asker.isConnected()) return;
    asker.send({
      metrics: 'all',
      id,
      all: [...latest.values(), ...ended],
    } satisfies MetricsMessage);
  }

  async function shorten(): Promise<void> {
    const some = ended.slice(0, ENDED_MAX);
    const sum = await aggregate(some);
    ended = [sum, ...ended.slice(some.length)];
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return;
    if (message.metrics === 'own') pending.respond(message.id, message.own);
    if (message.metrics === 'wanted') void respond(worker, message.id);
  });
  cluster.on('exit', ({ id }) => {
    const last = latest.get(id);
    latest.delete(id);
    if (!last) return;
    ended = [...ended, last.filter(isCount)];
    if (ended.length === ENDED_MAX) void shorten();
  });
}

/** For a server process. Returns the metrics of all processes, or its own without a supervisor. */
export function shareProcessMetrics(own: Registry): () => Promise<string> {
  const pending = createPending<Snapshot[]>();
  if (!cluster.isWorker) return () => own.metrics();
  const send = (message: MetricsMessage) => process.connected && process.send?.(message);
  process.on('message', (message: unknown) => {
    if (!isMetricsMessage(message)) return;
    const { id } = message;
    if (message.metrics === 'all') pending.respond(id, message.all);
    if (message.metrics !== 'wanted') return;
    void own.getMetricsAsJSON().then((snapshot) => send({ metrics: 'own', id, own: snapshot }));
  });
  return async () => {
    const all = await pending.ask((id) => send({ metrics: 'wanted', id }));
    return AggregatorRegistry.aggregate(all).metrics();
  };
}
