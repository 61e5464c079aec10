// The six digits of a sign-in mail (R19): for whoever reads the mail on another device, or opens its link
// in another browser than the one that asked.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/routes/access';
import { type SubmitEvent, useState } from 'react';
import { signInByCode } from '../../state/auth.ts';
import { failureText } from '../../state/failure-text.ts';
import { useAppDispatch } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Stack } from '../../ui/stack.tsx';

type CodeFormProps = {
  company: string;
  /** Of the link that was opened, when it is not the browser that asked. */
  token?: string;
};

export function CodeForm({ company, token }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | undefined>();

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    if (code.length !== SIGN_IN_CODE_DIGITS) {
      setError(`The code has ${SIGN_IN_CODE_DIGITS} digits.`);
      return;
    }
    setIsSending(true);
    setError(undefined);
    const entered = await dispatch(
      signInByCode({ domain: company, code, ...(token ? { token } : {}) }),
    );
    setIsSending(false);
    if (signInByCode.rejected.match(entered)) setError(failureText(entered.payload));
  };

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={5}>
        <Input
          label="6-digit code from the mail"
          error={error}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={SIGN_IN_CODE_DIGITS}
          value={code}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
        <Button type="submit" size="large" isWide isLoading={isSending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
