// The two steps of a sign-in by email: the address, then the code.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';
import { type SubmitEvent, useState } from 'react';
import { codeIn } from '../../shared/lib/sign-in-code.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useClient } from '../api/client-context.ts';
import { hasCode, toSentence } from '../api/failure.ts';
import { signInTexts } from '../texts/session.ts';

type EmailFormProps = { domain: string; first?: string; onSent: (email: string) => void };

/** The form for the sign-in email address. It does not reveal whether the address belongs to a member. */
export function EmailForm({ domain, first = '', onSent }: EmailFormProps) {
  const client = useClient();
  const [email, setEmail] = useState(first);
  const [error, setError] = useState<string | undefined>();
  const [isSending, setIsSending] = useState(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    if (!email.includes('@')) {
      setError(signInTexts.emailMissing);
      return;
    }
    setIsSending(true);
    setError(undefined);
    const result = await client.call('requestSignIn', { body: { domain, email: email.trim() } });
    setIsSending(false);
    if (result.isOk) onSent(email.trim());
    else setError(toSentence(result.failure));
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={5}>
        <Input
          label={signInTexts.email}
          error={error}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {signInTexts.submit}
        </Button>
      </Stack>
    </form>
  );
}

type CodeFormProps = {
  domain: string;
  /** The token of the link, if this browser did not request it. */
  token: string | undefined;
  isInvitation?: boolean;
  onEntered: () => void;
  /** Called when a new email is needed. */
  onDead: () => void;
};

export function CodeForm({
  domain,
  token,
  isInvitation = false,
  onEntered,
  onDead,
}: CodeFormProps) {
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
    else if (hasCode(result.failure, 'SIGN_IN_LINK_DEAD')) onDead();
    else setError(toSentence(result.failure));
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={5}>
        <Input
          label={signInTexts.codeLabel}
          hint={isInvitation ? signInTexts.invitedHint : signInTexts.codeHint}
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
