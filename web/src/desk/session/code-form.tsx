// The code of the sign-in mail.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';
import { type SubmitEvent, useState } from 'react';
import { codeIn } from '../../shared/lib/sign-in-code.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useClient } from '../api/client-context.ts';
import { hasCode, sentenceOf } from '../api/failure.ts';
import { signInTexts } from '../texts/session.ts';

type CodeFormProps = {
  domain: string;
  /** Of the link, in a browser that did not ask for it. */
  token: string | undefined;
  onEntered: () => void;
  /** A new mail is needed. */
  onDead: (text: string) => void;
};

export function CodeForm({ domain, token, onEntered, onDead }: CodeFormProps) {
  const client = useClient();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isSending, setIsSending] = useState(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    if (code.length !== SIGN_IN_CODE_DIGITS) {
      setError(signInTexts.codeIncomplete);
      return;
    }
    setIsSending(true);
    setError(undefined);
    const body = { domain, code, ...(token === undefined ? {} : { token }) };
    const result = await client.call('completeSignIn', { body });
    setIsSending(false);
    if (result.isOk) onEntered();
    else if (hasCode(result.failure, 'SIGN_IN_LINK_DEAD')) onDead(signInTexts.deadText);
    else setError(sentenceOf(result.failure));
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={5}>
        <Input
          label={signInTexts.codeLabel}
          hint={signInTexts.codeHint}
          error={error}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(codeIn(event.currentTarget.value))}
        />
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {signInTexts.codeSubmit}
        </Button>
      </Stack>
    </form>
  );
}
