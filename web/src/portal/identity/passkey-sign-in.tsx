// Sign-in with a passkey (R63): by a button, or from the suggestions of the field above it.

import type { PasskeyRequest, UsedPasskey } from '@quittance/contract/identity/passkey-schemas';
import { useEffect, useState } from 'react';
import { passkeyTexts } from '#texts/account/passkeys';
import { useInterval } from '../../shared/hooks/use-interval.ts';
import { useLatest } from '../../shared/hooks/use-latest.ts';
import {
  askForPasskey,
  canSuggestPasskeys,
  stopAskingForPasskey,
} from '../../shared/lib/passkey.ts';
import { PASSKEY_RENEWAL_MS } from '../../shared/lib/timings.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { signInByPasskey } from '../store/auth.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { requestPasskey } from '../store/passkeys.ts';

type PasskeySignInProps = { company: string; isKept: boolean };

type Request = () => Promise<PasskeyRequest | null>;

/**
 * Waits for a passkey from the browser's suggestions. A button that requests a passkey ends the wait, and `wait`
 * starts it again.
 */
function useSuggestions(request: Request, onPasskey: (passkey: UsedPasskey) => Promise<void>) {
  const [turn, setTurn] = useState(0);
  const wait = (): void => setTurn((before) => before + 1);
  useInterval(wait, PASSKEY_RENEWAL_MS);
  const latest = useLatest({ request, onPasskey });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks with a new challenge
  useEffect(() => {
    let [isOver, isAsking] = [false, false];
    const ask = async (): Promise<void> => {
      if (!(await canSuggestPasskeys()) || isOver) return;
      const asked = await latest.current.request();
      if (!asked || isOver) return;
      isAsking = true;
      const outcome = await askForPasskey(asked, 'suggested');
      isAsking = false;
      if (outcome.kind === 'done' && !isOver) await latest.current.onPasskey(outcome.passkey);
    };
    void ask();
    return () => {
      isOver = true;
      if (isAsking) void stopAskingForPasskey();
    };
  }, [turn]);
  return { wait };
}

export function PasskeySignIn({ company, isKept }: PasskeySignInProps) {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const request: Request = async () => {
    const asked = await dispatch(requestPasskey({ query: { domain: company }, isForced: true }));
    return requestPasskey.fulfilled.match(asked) ? asked.payload.request : null;
  };
  const enter = async (passkey: UsedPasskey): Promise<void> => {
    setIsBusy(true);
    const body = { domain: company, passkey, ...(isKept ? { isKept } : {}) };
    const entered = await dispatch(signInByPasskey(body));
    setIsBusy(false);
    if (signInByPasskey.rejected.match(entered)) setFailure(failureText(entered.payload));
  };
  const { wait } = useSuggestions(request, enter);

  const choose = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    const asked = await request();
    const outcome = asked ? await askForPasskey(asked) : { kind: 'failed' as const };
    if (outcome.kind === 'done') return enter(outcome.passkey);
    setIsBusy(false);
    if (outcome.kind !== 'canceled') setFailure(passkeyTexts.failed);
    wait();
  };

  return (
    <Stack gap={3}>
      <Stack align="center">
        <Text tone="muted">{passkeyTexts.or}</Text>
      </Stack>
      <Button
        variant="secondary"
        size="large"
        icon="lock"
        isWide
        isLoading={isBusy}
        onClick={() => void choose()}
      >
        {passkeyTexts.signIn}
      </Button>
      {failure && <Notice tone="danger">{failure}</Notice>}
    </Stack>
  );
}
