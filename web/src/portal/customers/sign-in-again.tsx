// Reauthentication in place (R23) with a code sent by email. The page keeps its state and retries the refused
// change.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';
import { type SubmitEvent, useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { errorTexts } from '#texts/shared/errors';
import { codeIn } from '../../shared/lib/sign-in-code.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { requestSignIn } from '../store/auth.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { selectSignedInCustomer } from '../store/reads.ts';
import type { AppThunk } from '../store/root.ts';

const texts = contactsTexts.signInAgain;

type SignInAgainProps = { onSignedIn: () => void; onGiveUp: () => void };

export function SignInAgain({ onSignedIn, onGiveUp }: SignInAgainProps) {
  const dispatch = useAppDispatch();
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();

  const run = async (work: () => Promise<string | null>, onDone: () => void): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    const failure = await work();
    setIsBusy(false);
    setError(failure ?? undefined);
    if (!failure) onDone();
  };
  const send = () =>
    run(
      () => dispatch(sendCode()),
      () => setIsSent(true),
    );
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    if (code.length !== SIGN_IN_CODE_DIGITS) setError(texts.incomplete(SIGN_IN_CODE_DIGITS));
    else void run(() => dispatch(signInAgain(code)), onSignedIn);
  };
  const giveUp = (
    <Button variant="quiet" onClick={onGiveUp}>
      {texts.notNow}
    </Button>
  );
  return (
    <Notice tone="warning" title={errorTexts.SIGN_IN_AGAIN}>
      {isSent ? (
        <form noValidate onSubmit={enter}>
          <Stack gap={4}>
            <Text>{texts.sent}</Text>
            <Input
              label={texts.code(SIGN_IN_CODE_DIGITS)}
              error={error}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(codeIn(event.target.value))}
            />
            <Stack direction="row" gap={2} wraps>
              <Button type="submit" isLoading={isBusy}>
                {texts.submit}
              </Button>
              {giveUp}
            </Stack>
          </Stack>
        </form>
      ) : (
        <Stack gap={3}>
          <Text>{texts.offer}</Text>
          {error && <Text tone="danger">{error}</Text>}
          <Stack direction="row" gap={2} wraps>
            <Button isLoading={isBusy} onClick={() => void send()}>
              {texts.send}
            </Button>
            {giveUp}
          </Stack>
        </Stack>
      )}
    </Notice>
  );
}

type Outcome = Promise<string | null>;

function sendCode(): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    const customer = selectSignedInCustomer(getState());
    if (!session || !customer) return failureText(undefined);
    const email = customer.emailPrimary?.value ?? customer.customerRef;
    const result = await dispatch(
      requestSignIn({
        params: { id: customer.customerRef },
        body: { email, domain: session.domain, isLocal: false },
      }),
    );
    return requestSignIn.rejected.match(result) ? failureText(result.payload) : null;
  };
}

/**
 * Signs in again without leaving the page, for actions that the server allows only shortly after a sign-in (R23).
 * The page and its input stay. Unlike `signInByCode`, a wrong code does not sign the customer out.
 */
function signInAgain(code: string): AppThunk<Outcome> {
  return async (_dispatch, getState, { api, principal }) => {
    const { session } = getState().auth;
    const before = principal.current();
    if (!session || before.kind !== 'customer') return failureText(undefined);
    const result = await api.call('signInByCode', { body: { domain: session.domain, code } });
    if (!result.isOk) return failureText(result.failure);
    principal.become({ ...before, bearer: result.answer.token });
    return null;
  };
}
