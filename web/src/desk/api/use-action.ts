/**
 * Runs a call that changes something. While it runs, pressing again does nothing; after a lost answer, pressing again
 * repeats it with the same key, so that it happens once. A call that needs the second factor asks for it and is repeated.
 */
import { useRef, useState } from 'react';
import { useSecondFactor } from '../session/second-factor-context.ts';
import type { AnswerOf, CallInput, CallName } from './call-types.ts';
import { useClient } from './client-context.ts';
import { newKey } from './desk-client.ts';
import { type Failure, hasCode, type Result } from './failure.ts';

export type Action<Name extends CallName> = {
  run: (input: CallInput<Name>) => Promise<Result<AnswerOf<Name>>>;
  isRunning: boolean;
  failure: Failure | null;
  clear: () => void;
};

const ABORTED = { isOk: false, failure: { kind: 'aborted' } } as const;

/** A file in a few characters, so that the same one is recognized. */
function fileSum(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  let sum = 0;
  for (const byte of value) sum = (Math.imul(sum, 31) + byte) | 0;
  return `${value.length} ${sum}`;
}

export function useAction<Name extends CallName>(name: Name): Action<Name> {
  const client = useClient();
  const askSecondFactor = useSecondFactor();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);
  /** Of the last call without an answer, by what it said. */
  const open = useRef<{ text: string; key: string } | null>(null);

  const run = async (input: CallInput<Name>): Promise<Result<AnswerOf<Name>>> => {
    if (running.current) return ABORTED;
    const text = JSON.stringify(input, (_, value) => fileSum(value));
    const idempotencyKey = open.current?.text === text ? open.current.key : newKey();
    open.current = { text, key: idempotencyKey };
    running.current = true;
    setIsRunning(true);
    setFailure(null);
    let result = await client.call(name, input, { idempotencyKey });
    if (
      !result.isOk &&
      hasCode(result.failure, 'SECOND_FACTOR_REQUIRED') &&
      (await askSecondFactor())
    )
      result = await client.call(name, input, { idempotencyKey });
    if (result.isOk || result.failure.kind === 'problem') open.current = null;
    running.current = false;
    setIsRunning(false);
    if (!result.isOk) setFailure(result.failure);
    return result;
  };
  return { run, isRunning, failure, clear: () => setFailure(null) };
}
