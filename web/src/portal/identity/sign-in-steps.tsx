// The two steps of sign-in (R19): request an email, then enter its code. It does not reveal whether a customer was
// found.

import { type ReactNode, type SubmitEvent, useState } from 'react';
import { deviceTexts } from '#texts/account/devices';
import { signInTexts } from '#texts/site/sign-in';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import { canUsePasskeys } from '../../shared/lib/passkey.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { requestSignIn } from '../store/auth.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { CodeForm } from './code-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

type SignInStepsProps = {
  company: string;
  customerRef: string | null;
  head: (step: 'request' | 'code') => ReactNode;
  notice?: string | null;
};

type Step =
  | { kind: 'request'; text?: string; notice: string | null }
  | { kind: 'code'; text: string };

export function SignInSteps({ company, customerRef, head, notice = null }: SignInStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'request', notice });
  if (step.kind === 'request') {
    return (
      <Stack gap={6}>
        {head('request')}
        {step.notice && <Notice tone="warning">{step.notice}</Notice>}
        <SignInRequestForm
          company={company}
          customerRef={customerRef}
          {...(step.text === undefined ? {} : { initialText: step.text })}
          onSent={(text) => setStep({ kind: 'code', text })}
        />
      </Stack>
    );
  }
  const { text } = step;
  return (
    <Stack gap={6}>
      <Stack gap={2}>
        {head('code')}
        <Text tone="muted">{signInTexts.mailSent(text)}</Text>
      </Stack>
      <CodeForm
        company={company}
        onExpired={(why) => setStep({ kind: 'request', text, notice: why })}
      />
      <Button
        variant="quiet"
        isWide
        onClick={() => setStep({ kind: 'request', text, notice: null })}
      >
        {signInTexts.nothingCame}
      </Button>
    </Stack>
  );
}

type SignInRequestFormProps = {
  company: string;
  /** From the query of the page (product §2.2). */
  customerRef: string | null;
  initialText?: string;
  onSent: (typed: string) => void;
};

const TEXT_LENGTH_MAX = 254;

/**
 * The first step of sign-in (R19): email address, phone number or customer reference. The response is the same for
 * known and unknown values.
 */
function SignInRequestForm({ company, customerRef, initialText, onSent }: SignInRequestFormProps) {
  const dispatch = useAppDispatch();
  const [typed, setTyped] = useKeptState('sign-in', () => initialText ?? customerRef ?? '');
  const [isKept, setIsKept] = useState(false);
  const [isEmpty, setIsEmpty] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const text = typed.trim();
    setIsEmpty(text === '');
    if (text === '' || isSending) return;
    setIsSending(true);
    setFailure(null);
    const params = { id: customerRef || '-' };
    const body = {
      email: text,
      domain: company,
      isLocal: false,
      ...(isKept ? { isKept } : {}),
    } as const;
    const sent = await dispatch(requestSignIn({ params, body }));
    setIsSending(false);
    if (requestSignIn.rejected.match(sent)) setFailure(failureText(sent.payload));
    else onSent(text);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={5}>
        {failure && <Notice tone="danger">{failure}</Notice>}
        <Input
          label={signInTexts.ask.label}
          hint={signInTexts.ask.hint}
          error={isEmpty ? signInTexts.ask.missing : undefined}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TEXT_LENGTH_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox isChecked={isKept} onCheckedChange={setIsKept}>
          {deviceTexts.keep}
        </Checkbox>
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {signInTexts.ask.submit}
        </Button>
        {canUsePasskeys() && <PasskeySignIn company={company} isKept={isKept} />}
      </Stack>
    </form>
  );
}
