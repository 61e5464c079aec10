// The control plane under /_sandbox: moves the clock, orders accidents, settles and returns bank
// debits, shows the books. It is for tests and for the page at "/", answers only on this machine,
// and is no part of any processor's interface.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { FaultOrder, type Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import { registerMailbox } from './mailbox/pages.ts';
import { isForeignOrigin } from './own-origin.ts';
import { PROCESSOR_NAMES, type SandboxProcessor } from './processor.ts';
import { errorBody, parseInput, Refusal, sendError } from './refusal.ts';
import { RETURN_CODES } from './scenarios.ts';
import type { Webhooks } from './webhooks.ts';

export type ControlOptions = {
  clock: Clock;
  journal: Journal;
  faults: Faults;
  webhooks: Webhooks;
  mailbox: Mailbox;
  processors: readonly SandboxProcessor[];
};

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** The address keeps other machines out; host and origin keep out websites open on this one. */
function requireThisMachine(request: FastifyRequest): void {
  const isHere =
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(request.headers.host ?? '') &&
    !isForeignOrigin(request);
  if (!isHere) throw new Refusal(403, 'The control plane answers only on this machine');
}

const CENTURY_MS = 3_155_760_000_000;

const Processor = z.enum(PROCESSOR_NAMES);
const Nothing = z.strictObject({});
const ClockOrder = z.strictObject({ advanceMs: z.number().int().min(0).max(CENTURY_MS) });
const SettleOrder = z.strictObject({
  processor: Processor.optional(),
  transactionId: z.string().optional(),
});
const ReturnOrder = z.strictObject({
  processor: Processor.optional(),
  transactionId: z.string(),
  code: z.enum(RETURN_CODES),
});
const BooksQuery = z.strictObject({
  processor: Processor.optional(),
  merchantId: z.string().optional(),
});

function registerTime(app: FastifyInstance, { clock, journal }: ControlOptions): void {
  const reading = () => ({ now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs() });
  app.get('/clock', async () => reading());
  app.post('/clock', async (request) => {
    const { advanceMs } = parseInput(ClockOrder, request.body);
    await clock.advance(advanceMs);
    journal.append('clock', 'offset', { offsetMs: clock.offsetMs() });
    return reading();
  });
}

function registerAccidents(app: FastifyInstance, { faults, webhooks }: ControlOptions): void {
  app.get('/faults', async () => ({ faults: faults.list() }));
  app.post('/faults', async (request) => {
    faults.order(parseInput(FaultOrder, request.body));
    return { faults: faults.list() };
  });
  app.delete('/faults', async () => {
    faults.clear();
    return { faults: [] };
  });
  app.get('/webhooks', async () => ({ deliveries: webhooks.list() }));
  app.post('/webhooks/flush', async (request) => {
    parseInput(Nothing, request.body);
    return webhooks.flush();
  });
}

function hasBooked(processor: SandboxProcessor, id: string): boolean {
  return processor.books().some((charge) => charge.transactionId === id || charge.id === id);
}

function registerBooks(app: FastifyInstance, options: ControlOptions): void {
  const chosen = (name: string | undefined) =>
    options.processors.filter((processor) => name === undefined || processor.name === name);

  app.get('/scenarios', async () => ({
    processors: options.processors.map(({ name, testData }) => ({ name, ...testData })),
  }));
  app.get('/books', async (request) => {
    const { processor, merchantId } = parseInput(BooksQuery, request.query);
    const all = chosen(processor).flatMap((each) => each.books());
    const charges = all.filter(
      (charge) => merchantId === undefined || charge.merchantId === merchantId,
    );
    return { charges };
  });
  app.post('/settle', async (request) => {
    const { processor, transactionId } = parseInput(SettleOrder, request.body);
    const counts = chosen(processor).map((each) => each.settle(transactionId));
    return { settled: counts.reduce((sum, count) => sum + count, 0) };
  });
  app.post('/return', async (request) => {
    const { processor, ...order } = parseInput(ReturnOrder, request.body);
    const owner = chosen(processor).find((each) => hasBooked(each, order.transactionId));
    if (owner === undefined) throw new Refusal(404, 'Transaction not found');
    return owner.returnDebit(order);
  });
}

function registerReset(app: FastifyInstance, options: ControlOptions): void {
  app.post('/reset', async (request) => {
    parseInput(Nothing, request.body);
    for (const processor of options.processors) processor.reset();
    options.webhooks.clear();
    options.faults.clear();
    options.mailbox.clear();
    options.clock.reset();
    options.journal.clear('clock');
    return { reset: true };
  });
}

export function registerControlPlane(app: FastifyInstance, options: ControlOptions): void {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('Not found')));
  app.addHook('onRequest', async (request) => requireThisMachine(request));
  registerTime(app, options);
  registerAccidents(app, options);
  registerBooks(app, options);
  registerReset(app, options);
  registerMailbox(app, options.mailbox);
  for (const processor of options.processors) processor.registerLevers(app);
}
