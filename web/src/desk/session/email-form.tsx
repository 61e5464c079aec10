// The address that the sign-in mail goes to. Whether it belongs to a member is not told.

import { type SubmitEvent, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useClient } from '../api/client-context.ts';
import { sentenceOf } from '../api/failure.ts';
import { signInTexts } from '../texts/session.ts';

type EmailFormProps = { domain: string; onSent: (email: string) => void };

export function EmailForm({ domain, onSent }: EmailFormProps) {
  const client = useClient();
  const [email, setEmail] = useState('');
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
    else setError(sentenceOf(result.failure));
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
