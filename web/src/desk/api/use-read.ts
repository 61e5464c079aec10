/**
 * Reads something for a page, and again when its input changes. The last answer stays while the next one is read; an
 * answer to an input that is no longer shown is dropped.
 */
import { useCallback, useEffect, useState } from 'react';
import { useLatest } from '../../shared/hooks/use-latest.ts';
import type { AnswerOf, CallInput, CallName } from './call-types.ts';
import { useClient } from './client-context.ts';
import type { Failure } from './failure.ts';

export type Read<Answer> = {
  /** Null until the first answer. */
  answer: Answer | null;
  failure: Failure | null;
  isReading: boolean;
  again: () => void;
  /** Puts the answer of a change in place of what was read. */
  replace: (answer: Answer) => void;
};

type State<Answer> = { key: string; answer: Answer | null; failure: Failure | null };

export function useRead<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { isNeeded = true }: { isNeeded?: boolean } = {},
): Read<AnswerOf<Name>> {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<AnswerOf<Name>>>({
    key: '',
    answer: null,
    failure: null,
  });
  const inputKey = JSON.stringify(input);
  const key = `${inputKey} ${round}`;
  const latest = useLatest(input);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const run = async () => {
      const result = await client.call(name, latest.current, { signal: controller.signal });
      if (controller.signal.aborted) return;
      setState((before) =>
        result.isOk
          ? { key, answer: result.answer, failure: null }
          : { key, answer: keptAnswer(before, inputKey), failure: result.failure },
      );
    };
    void run();
    return () => controller.abort();
  }, [client, name, key, inputKey, isNeeded, latest]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => client.onReadAgain(again), [client, again]);
  const replace = useCallback(
    (answer: AnswerOf<Name>) => setState((before) => ({ ...before, answer, failure: null })),
    [],
  );
  return {
    answer: state.answer,
    failure: state.failure,
    isReading: isNeeded && state.key !== key,
    again,
    replace,
  };
}

/** After a failure, the answer to the same question is still worth showing. */
function keptAnswer<Answer>(before: State<Answer>, inputKey: string): Answer | null {
  return before.key.startsWith(`${inputKey} `) ? before.answer : null;
}
