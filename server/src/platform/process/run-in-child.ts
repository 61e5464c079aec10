/**
 * Processes files from third parties in a separate process (ADR 0115), which is killed if a result takes too long
 * or uses too much memory. A thread is not sufficient: it cannot be stopped inside native code, and it shares
 * memory and the thread pool.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { wait, waitAtMost } from '../../kernel/clock.ts';
import { inRepository } from '../../kernel/folders.ts';

/** Implemented in child-main.ts. */
export type TaskName = 'drawLogo' | 'drawDocument' | 'readImport' | 'renderReference';

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

type StayLimits = ChildLimits & { idleMs: number };

/**
 * A child that performs tasks with one result, one after the other, and ends when it was idle for a while: starting one
 * takes longer than most tasks. It is replaced after a task that was not within the limits.
 */
export function stayingChild({ timeoutMs, memoryMb, idleMs }: StayLimits) {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  function stop(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  async function stopIfIdle(): Promise<void> {
    const before = count;
    await wait(idleMs);
    if (count === before) stop();
  }

  async function perform<Input, Item>(task: TaskName, input: Input): Promise<Item> {
    if (!child?.connected) child = start(memoryMb);
    try {
      const question: Question = { task, input, memoryMb };
      child.send(question);
      const answer = await nextAnswer(child, timeoutMs);
      if (!('item' in answer)) throw new Error(`A child process failed: ${JSON.stringify(answer)}`);
      child.send('next');
      await nextAnswer(child, timeoutMs);
      // Safe because the caller specifies the type of the task's results.
      return answer.item as Item;
    } catch (error) {
      stop();
      throw error;
    }
  }

  return <Input, Item>(task: TaskName, input: Input): Promise<Item> => {
    count += 1;
    const result = last.then(() => perform<Input, Item>(task, input));
    last = result.then(stopIfIdleSoon, stopIfIdleSoon);
    return result;
  };

  function stopIfIdleSoon(): void {
    void stopIfIdle();
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
