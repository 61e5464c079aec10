/**
 * Runs a call that changes data. While it runs, pressing again does nothing. After a lost response, pressing again
 * repeats the call with the same key, so that it takes effect once, even from another dialog or after a reload. If
 * a call needs the second factor, the member is prompted for it and the call is repeated.
 */
import { useRef, useState } from 'react';
import type { AnswerOf, CallInput, CallName } from './call-types.ts';
import { useClient } from './client-context.ts';
import { type Failure, hasCode, type Result } from './failure.ts';
import { type DeskAction, isOutcomeKnown } from './open-actions.ts';
import { useSecondFactor } from './second-factor-context.ts';

export type Action<Name extends CallName> = {
  run: (input: CallInput<Name>) => Promise<Result<AnswerOf<Name>>>;
  isRunning: boolean;
  failure: Failure | null;
  clear: () => void;
};

const ABORTED = { isOk: false, failure: { kind: 'aborted' } } as const;

type ActionOptions = { isGuarded?: boolean };

type RunAction = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options?: ActionOptions,
) => Promise<Result<AnswerOf<Name>>>;

/** Runs any call under the key of its content. */
export function useRunAction(): RunAction {
  const client = useClient();
  const askSecondFactor = useSecondFactor();
  return async (name, input, options) => {
    const action = { name, input } as DeskAction; // because the input is of this call
    const idempotencyKey = client.openActions.keyFor(action);
    let result = await client.call(name, input, { idempotencyKey, ...options });
    if (
      !result.isOk &&
      hasCode(result.failure, 'SECOND_FACTOR_REQUIRED') &&
      (await askSecondFactor())
    )
      result = await client.call(name, input, { idempotencyKey, ...options });
    if (isOutcomeKnown(result)) client.openActions.forget(action);
    return result;
  };
}

export function useAction<Name extends CallName>(
  name: Name,
  options?: ActionOptions,
): Action<Name> {
  const runAction = useRunAction();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);

  const run = async (input: CallInput<Name>): Promise<Result<AnswerOf<Name>>> => {
    if (running.current) return ABORTED;
    running.current = true;
    setIsRunning(true);
    setFailure(null);
    const result = await runAction(name, input, options);
    running.current = false;
    setIsRunning(false);
    if (!result.isOk) setFailure(result.failure);
    return result;
  };
  return { run, isRunning, failure, clear: () => setFailure(null) };
}
