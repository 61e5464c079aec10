/**
 * Does work on files of others in a process of its own (ADR 0115), which is killed when a result takes too long or too
 * much memory. A thread would not do: it cannot be stopped inside native code, and shares its memory and thread pool.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inRepository } from './folders.ts';

/** Tasks of child-main.ts. */
export type TaskName = 'drawLogo' | 'readImport';

export type Question = { task: TaskName; input: unknown; memoryMb: number };
export type Answer = { item: unknown } | { isEnd: true } | { failure: string };

export type ChildLimits = {
  /** Until the next result. */
  timeoutMs: number;
  memoryMb: number;
};

/** The child did not answer within its limits. */
export class ChildStopped extends Error {
  override readonly name = 'ChildStopped';
}

const PROGRAM = fileURLToPath(inRepository('server/dist/bundle/child-main.js'));

function start(memoryMb: number): ChildProcess {
  const child = fork(PROGRAM, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // What cannot be sent to a child that ended is not answered either.
  child.on('error', () => undefined);
  return child;
}

async function nextAnswer(child: ChildProcess, timeoutMs: number): Promise<Answer> {
  const waiting = new AbortController();
  const stop = (reason: string) => waiting.abort(new ChildStopped(reason));
  const onEnd = () => stop('It ended without a result.');
  const timer = setTimeout(() => stop(`It took more than ${timeoutMs} ms.`), timeoutMs);
  child.once('disconnect', onEnd);
  if (!child.connected) onEnd();
  try {
    const [answer] = await once(child, 'message', { signal: waiting.signal });
    return answer;
  } catch (error) {
    throw waiting.signal.aborted ? waiting.signal.reason : error;
  } finally {
    clearTimeout(timer);
    child.off('disconnect', onEnd);
  }
}

/** @throws ChildStopped */
export async function* runInChild<Input, Item>(
  task: TaskName,
  input: Input,
  { timeoutMs, memoryMb }: ChildLimits,
): AsyncGenerator<Item> {
  const child = start(memoryMb);
  try {
    const question: Question = { task, input, memoryMb };
    child.send(question);
    for (;;) {
      const answer = await nextAnswer(child, timeoutMs);
      if ('failure' in answer) throw new Error(`A child process failed: ${answer.failure}`);
      if ('isEnd' in answer) return;
      // because the caller names the type of the task's results
      yield answer.item as Item;
      child.send('next');
    }
  } finally {
    child.kill('SIGKILL');
  }
}
