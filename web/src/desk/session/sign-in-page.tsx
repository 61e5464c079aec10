// Sign-in by email (R73): the address, then the link or the code from the email. A link opened in the browser that
// requested it signs in at once. Another browser also needs the code.

import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { codeIn } from '../../shared/lib/sign-in-code.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useClient } from '../api/client-context.ts';
import { hasCode, toSentence } from '../api/failure.ts';
import { DESK_HOME, safeNext } from '../paths.ts';
import { signInTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { rememberCompany } from './last-company.ts';

type Step =
  | { name: 'email'; notice?: string }
  | { name: 'sent'; email: string }
  | { name: 'link'; token: string }
  | { name: 'code'; token: string };

const TOKEN = /^#token=([\w-]+)$/;

export function SignInPage() {
  const { domain = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(useFirstStep());
  const enter = (): void => {
    rememberCompany(domain);
    void navigate(safeNext(domain, search.get('next')), { replace: true });
  };
  useLinkToken(step, { setStep, enter });
  return (
    <EntryFrame title={signInTexts.title}>
      <StepView step={step} setStep={setStep} enter={enter} />
    </EntryFrame>
  );
}

function useFirstStep(): Step {
  const { hash } = useLocation();
  const [, token] = TOKEN.exec(hash) ?? [];
  return token === undefined ? { name: 'email' } : { name: 'link', token };
}

type Moves = { setStep: (step: Step) => void; enter: () => void };

/** The token is tried once and removed from the address at once, so that it stays out of the history. */
function useLinkToken(step: Step, { setStep, enter }: Moves): void {
  const { domain = '' } = useParams();
  const client = useClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const tried = useRef(false);
  useEffect(() => {
    if (step.name !== 'link' || tried.current) return;
    tried.current = true;
    const { token } = step;
    const exchange = async () => {
      void navigate(pathname + search, { replace: true });
      const result = await client.call('completeSignIn', { body: { domain, token } });
      if (result.isOk) enter();
      else if (hasCode(result.failure, 'SIGN_IN_CODE_NEEDED')) setStep({ name: 'code', token });
      else if (hasCode(result.failure, 'SIGN_IN_LINK_DEAD'))
        setStep({ name: 'email', notice: signInTexts.deadText });
      else setStep({ name: 'email', notice: toSentence(result.failure) });
    };
    void exchange();
  });
}

function StepView({ step, setStep, enter }: Moves & { step: Step }) {
  const { domain = '' } = useParams();
  const toEmail = (notice?: string) =>
    setStep(notice === undefined ? { name: 'email' } : { name: 'email', notice });
  if (step.name === 'link')
    return (
      <Stack gap={4} align="center">
        <Spinner />
        <Heading level={1} size="small">
          {signInTexts.busy}
        </Heading>
      </Stack>
    );
  if (step.name === 'email')
    return (
      <Titled title={signInTexts.heading} text={signInTexts.text(domain)}>
        {step.notice && (
          <Notice tone="warning" title={signInTexts.dead}>
            {step.notice}
          </Notice>
        )}
        <EmailForm domain={domain} onSent={(email) => setStep({ name: 'sent', email })} />
        <Link to={DESK_HOME}>{signInTexts.otherCompany}</Link>
      </Titled>
    );
  const token = step.name === 'code' ? step.token : undefined;
  const text = step.name === 'sent' ? signInTexts.sentText(step.email) : signInTexts.otherBrowser;
  return (
    <Titled title={signInTexts.sent} text={text}>
      <CodeForm domain={domain} token={token} onEntered={enter} onDead={toEmail} />
      <Button variant="quiet" onClick={() => toEmail()}>
        {step.name === 'sent' ? signInTexts.otherEmail : signInTexts.again}
      </Button>
    </Titled>
  );
}

function Titled({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap={6}>
      <Stack gap={2}>
        <Heading level={1} size="section">
          {title}
        </Heading>
        <Text tone="muted">{text}</Text>
      </Stack>
      {children}
    </Stack>
  );
}

type EmailFormProps = { domain: string; onSent: (email: string) => void };

/** The form for the sign-in email address. It does not reveal whether the address belongs to a member. */
function EmailForm({ domain, onSent }: EmailFormProps) {
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
  onEntered: () => void;
  /** Called when a new email is needed. */
  onDead: (text: string) => void;
};

function CodeForm({ domain, token, onEntered, onDead }: CodeFormProps) {
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
    else setError(toSentence(result.failure));
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
