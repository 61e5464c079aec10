// The six-digit code from a sign-in email (R19), for an email read on another device or a link opened in another
// browser.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';
import { type SubmitEvent, useState } from 'react';
import { deviceTexts } from '#texts/account/devices';
import { signInTexts } from '#texts/site/sign-in';
import { isStatus } from '../../shared/api/http.ts';
import { codeIn } from '../../shared/lib/sign-in-code.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { signInByCode } from '../store/auth.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';

/** SIGN_IN_LINK_DEAD (product §8.1). */
const DEAD_STATUS = 410;

type CodeFormProps = {
  company: string;
  /** The token of the opened link, if another browser requested it. */
  token?: string;
  /** The email has expired, was used, or had too many attempts, so a new one is required. */
  onExpired: (text: string) => void;
};

export function CodeForm({ company, token, onExpired }: CodeFormProps) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const [isKept, setIsKept] = useState(false);
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
      signInByCode({
        domain: company,
        code,
        ...(token ? { token } : {}),
        ...(isKept ? { isKept } : {}),
      }),
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
        {token && (
          <Checkbox isChecked={isKept} onCheckedChange={setIsKept}>
            {deviceTexts.keep}
          </Checkbox>
        )}
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {signInTexts.code.submit}
        </Button>
      </Stack>
    </form>
  );
}
