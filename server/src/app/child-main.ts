/**
 * The program of a child process (ADR 0115): performs one task and sends each result on request. It has no secrets
 * and ends with its parent.
 */
import { constants, setPriority } from 'node:os';
import { LogoRefused, type LogoResult } from '../companies/logos/logo-refused.ts';
import type { ReadOrder } from '../exchange/import/read-batches.ts';
import { repeatEvery } from '../kernel/clock.ts';
import type { DrawOrder } from '../platform/pdf/draw-document.ts';
import type { Answer, Question, TaskName } from '../platform/process/run-in-child.ts';
import type { ReferenceOrder } from './developers/reference-page.ts';

const TASKS = {
  async *drawLogo(picture: Uint8Array): AsyncGenerator<LogoResult> {
    // Lower priority, because payers' requests use the same cores.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const { drawLogo } = await import('../companies/logos/draw-logo.ts');
    yield await drawLogo(picture).catch((error: unknown) => {
      if (error instanceof LogoRefused) return { refusal: error.message };
      throw error;
    });
  },
  async *drawDocument(order: DrawOrder) {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const { drawOrder } = await import('../statements/draw-order.ts');
    yield await drawOrder(order);
  },
  async *renderReference(order: ReferenceOrder) {
    const { renderPart } = await import('./developers/reference-page.ts');
    yield await renderPart(order);
  },
  async *readImport(order: ReadOrder) {
    const { readBatches } = await import('../exchange/import/read-batches.ts');
    yield* readBatches(order);
  },
} satisfies Record<TaskName, unknown>;

const WATCH_MS = 50;
const BYTES_PER_MB = 1024 * 1024;

/** Native code allocates outside the heap, where Node enforces no limit. */
function watchMemory(memoryMb: number): void {
  const watch = () => {
    if (process.memoryUsage.rss() <= memoryMb * BYTES_PER_MB) return;
    // `process.exit` would wait for native code.
    process.kill(process.pid, 'SIGKILL');
  };
  repeatEvery(WATCH_MS, watch);
}

const send = (answer: Answer) => process.send?.(answer);
const asked = () => new Promise<Question>((resolve) => process.once('message', resolve));

async function perform({ task, input }: Question): Promise<void> {
  try {
    // The cast is safe because the parent sends the input that belongs to the task.
    const work = TASKS[task] as (given: unknown) => AsyncIterable<unknown>;
    for await (const item of work(input)) {
      send({ item });
      await asked();
    }
    send({ isEnd: true });
  } catch (error) {
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

// A signal to the whole group is meant for the parent, which may still be waiting for the result.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async (question: Question) => {
  watchMemory(question.memoryMb);
  for (let next = question; ; next = await asked()) await perform(next);
});
