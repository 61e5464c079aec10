// The six digits of a sign-in mail (R19): for whoever reads the mail on another device, or opens its link
// in another browser than the one that asked.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/sign-in-code';
import { type SubmitEvent, useState } from 'react';
import { signInTexts } from '#texts/site/sign-in';
import { isStatus } from '../../api/failure.ts';
import { codeIn } from '../../lib/sign-in-code.ts';
import { signInByCode } from '../../state/session/auth.ts';
import { failureText } from '../../state/store/failure-text.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Stack } from '../../ui/layout/stack.tsx';

/** SIGN_IN_LINK_DEAD (product §8.1). */
const DEAD_STATUS = 410;

type CodeFormProps = {
  company: string;
  /** Of the link that was opened, when it is not the browser that asked. */
  token?: string;
  /** The mail is too old, was used, or the code was guessed at too often: only a fresh one helps. */
  onExpired: (text: string) => void;
};

export function CodeForm({ company, token, onExpired }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | undefined>();

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    if (code.length !== SIGN_IN_CODE_DIGITS) {
      setError(signInTexts.code.incomplete(SIGN_IN_CODE_DIGITS));
      return;
    }
    setIsSending(true);
    setError(undefined);
    const entered = await dispatch(
      signInByCode({ domain: company, code, ...(token ? { token } : {}) }),
    );
    setIsSending(false);
    if (!signInByCode.rejected.match(entered)) return;
    const text = failureText(entered.payload);
    if (isStatus(entered.payload, DEAD_STATUS)) onExpired(text);
    else setError(text);
  };

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={5}>
        <Input
          label={signInTexts.code.label(SIGN_IN_CODE_DIGITS)}
          error={error}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(codeIn(event.target.value))}
        />
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {signInTexts.code.submit}
        </Button>
      </Stack>
    </form>
  );
}
