/**
 * Processes files from third parties in a separate process (ADR 0115), which is killed if a result takes too long
 * or uses too much memory. A thread is not sufficient: it cannot be stopped inside native code, and it shares
 * memory and the thread pool.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitAtMost } from '../../kernel/clock.ts';
import { inRepository } from '../../kernel/folders.ts';

/** Implemented in child-main.ts. */
export type TaskName = 'drawLogo' | 'readImport' | 'renderReference';

export type Question = { task: TaskName; input: unknown; memoryMb: number };
export type Answer = { item: unknown } | { isEnd: true } | { failure: string };

export type ChildLimits = {
  timeoutMs: number;
  memoryMb: number;
};

/** The child did not respond within its limits. */
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
  // Failures to send to a child that has ended are ignored, because the missing response is noticed anyway.
  child.on('error', () => undefined);
  return child;
}

async function nextAnswer(child: ChildProcess, timeoutMs: number): Promise<Answer> {
  const ended = new AbortController();
  const giveUp = () => ended.abort();
  child.once('disconnect', giveUp);
  if (!child.connected) giveUp();
  const message = once(child, 'message', { signal: ended.signal });
  try {
    if (!(await waitAtMost(timeoutMs, message))) giveUp();
    const [answer] = await message;
    return answer;
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new ChildStopped(`It had no result within ${timeoutMs} ms.`, { cause: error });
  } finally {
    child.off('disconnect', giveUp);
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
      // Safe because the caller specifies the type of the task's results.
      yield answer.item as Item;
      child.send('next');
    }
  } finally {
    child.kill('SIGKILL');
  }
}
