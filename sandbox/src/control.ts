// The control plane under /_sandbox: moves the clock, injects faults, settles and returns bank debits, makes
// refunds as a person would in a dashboard, and shows the processors' records. It is used by tests and by the page
// at "/", accepts only loopback calls, and is not part of any processor's API.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { FaultInput, type Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import { registerMailbox } from './mailbox/pages.ts';
import { isForeignOrigin } from './own-origin.ts';
import type { SandboxProcessor } from './processor.ts';
import { PROCESSOR_NAMES } from './processors.ts';
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

/**
 * The address check keeps out other machines; the host and origin checks keep out websites open in a local browser.
 */
function requireThisMachine(request: FastifyRequest): void {
  const isHere =
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(request.headers.host ?? '') &&
    !isForeignOrigin(request);
  if (!isHere) throw new Refusal(403, 'The control plane answers only on this machine');
}

const CENTURY_MS = 3_155_760_000_000;
/** Tasks due within a minute run on their own while a person watches. */
const MINUTE_MS = 60_000;

const Processor = z.enum(PROCESSOR_NAMES);
const EmptyBody = z.strictObject({});
const ClockInput = z.strictObject({ advanceMs: z.number().int().min(0).max(CENTURY_MS) });
const SettleInput = z.strictObject({
  processor: Processor.optional(),
  transactionId: z.string().optional(),
});
const ReturnInput = z.strictObject({
  processor: Processor.optional(),
  transactionId: z.string(),
  code: z.enum(RETURN_CODES),
});
const RefundInput = z.strictObject({
  processor: Processor.optional(),
  transactionId: z.string(),
  amountCents: z.number().int().min(1).optional(),
});
const RefundEndInput = z.strictObject({
  processor: Processor.optional(),
  transactionId: z.string(),
  status: z.enum(['succeeded', 'failed']),
  reason: z.string().min(1).max(100).default('declined'),
});
const RecordsQuery = z.strictObject({
  processor: Processor.optional(),
  merchantId: z.string().optional(),
});

function registerTime(app: FastifyInstance, { clock, journal }: ControlOptions): void {
  const toIso = (ms: number) => new Date(ms).toISOString();
  const reading = () => {
    const nowMs = clock.now();
    const nextMs = clock.nextTaskAfter(nowMs + MINUTE_MS);
    const nextTaskAt = nextMs === null ? null : toIso(nextMs);
    return { now: toIso(nowMs), offsetMs: clock.offsetMs(), nextTaskAt };
  };
  app.get('/clock', async () => reading());
  app.post('/clock', async (request) => {
    const { advanceMs } = parseInput(ClockInput, request.body);
    await clock.advance(advanceMs);
    journal.append('clock', 'offset', { offsetMs: clock.offsetMs() });
    return reading();
  });
}

function registerFaults(app: FastifyInstance, { faults, webhooks }: ControlOptions): void {
  app.get('/faults', async () => ({ faults: faults.list() }));
  app.post('/faults', async (request) => {
    faults.inject(parseInput(FaultInput, request.body));
    return { faults: faults.list() };
  });
  app.delete('/faults', async () => {
    faults.clear();
    return { faults: [] };
  });
  app.get('/webhooks', async () => ({ deliveries: webhooks.list() }));
  app.post('/webhooks/flush', async (request) => {
    parseInput(EmptyBody, request.body);
    return webhooks.flush();
  });
}

function hasRecorded(processor: SandboxProcessor, id: string): boolean {
  return processor.records().some((charge) => charge.transactionId === id || charge.id === id);
}

function registerRecords(app: FastifyInstance, options: ControlOptions): void {
  const chosen = (name: string | undefined) =>
    options.processors.filter((processor) => name === undefined || processor.name === name);

  app.get('/scenarios', async () => ({
    processors: options.processors.map(({ name, testData }) => ({ name, ...testData })),
  }));
  app.get('/records', async (request) => {
    const { processor, merchantId } = parseInput(RecordsQuery, request.query);
    const all = chosen(processor).flatMap((each) => each.records());
    const charges = all.filter(
      (charge) => merchantId === undefined || charge.merchantId === merchantId,
    );
    return { charges };
  });
  app.post('/settle', async (request) => {
    const { processor, transactionId } = parseInput(SettleInput, request.body);
    const counts = chosen(processor).map((each) => each.settle(transactionId));
    return { settled: counts.reduce((sum, count) => sum + count, 0) };
  });
  const toOwner = (id: string, name: string | undefined) => {
    const owner = chosen(name).find((each) => hasRecorded(each, id));
    if (owner === undefined) throw new Refusal(404, 'Transaction not found');
    return owner;
  };
  app.post('/return', async (request) => {
    const { processor, ...input } = parseInput(ReturnInput, request.body);
    return toOwner(input.transactionId, processor).returnDebit(input);
  });
  app.post('/refund', async (request) => {
    const { processor, ...input } = parseInput(RefundInput, request.body);
    return toOwner(input.transactionId, processor).refundByHand(input);
  });
  app.post('/refund/end', async (request) => {
    const { processor, ...input } = parseInput(RefundEndInput, request.body);
    return toOwner(input.transactionId, processor).endRefund(input);
  });
}

function registerReset(app: FastifyInstance, options: ControlOptions): void {
  app.post('/reset', async (request) => {
    parseInput(EmptyBody, request.body);
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
  registerFaults(app, options);
  registerRecords(app, options);
  registerReset(app, options);
  registerMailbox(app, options.mailbox);
  for (const processor of options.processors) processor.registerControls(app);
}
