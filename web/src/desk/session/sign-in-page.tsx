// Sign-in by email (R73): the address, then the link or the code from the email. A link opened in the browser that
// requested it signs in at once. Another browser also needs the code.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useClient } from '../api/client-context.ts';
import { hasCode, toSentence } from '../api/failure.ts';
import { useRead } from '../api/use-read.ts';
import { DESK_HOME, safeNext } from '../paths.ts';
import { signInTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { rememberCompany } from './last-company.ts';
import { CodeForm, EmailForm } from './sign-in-forms.tsx';
import { ProviderButton } from './single-sign-on.tsx';

type LinkToken = { token: string; isInvitation: boolean };
type Step =
  | { name: 'email'; notice?: { title: string; text: string } }
  | { name: 'sent'; email: string }
  | ({ name: 'link' | 'code' } & LinkToken);

const TOKEN = /^#token=([\w-]+)(&invitation)?$/;

const toDead = (isInvitation: boolean): Step => ({
  name: 'email',
  notice: isInvitation
    ? { title: signInTexts.invitedDeadTitle, text: signInTexts.invitedDead }
    : { title: signInTexts.dead, text: signInTexts.deadText },
});

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
  const [, token, mark] = TOKEN.exec(hash) ?? [];
  if (token === undefined) return { name: 'email' };
  return { name: 'link', token, isInvitation: mark !== undefined };
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
    const { token, isInvitation } = step;
    const exchange = async () => {
      void navigate(pathname + search, { replace: true });
      const result = await client.call('completeSignIn', { body: { domain, token } });
      if (result.isOk) enter();
      else if (hasCode(result.failure, 'SIGN_IN_CODE_NEEDED')) setStep({ ...step, name: 'code' });
      else if (hasCode(result.failure, 'SIGN_IN_LINK_DEAD')) setStep(toDead(isInvitation));
      else {
        const notice = { title: signInTexts.notSignedIn, text: toSentence(result.failure) };
        setStep({ name: 'email', notice });
      }
    };
    void exchange();
  });
}

function StepView({ step, setStep, enter }: Moves & { step: Step }) {
  const { domain = '' } = useParams();
  const { answer: brand } = useRead('getBrand', { params: { domain } });
  const company = brand?.name ?? domain;
  const provider = brand?.identityProvider ?? null;
  const [search] = useSearchParams();
  const [isByEmail, setIsByEmail] = useState(false);
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
      <Titled
        title={signInTexts.heading}
        text={provider ? signInTexts.providerText(company) : signInTexts.text(company)}
      >
        {step.notice && (
          <Notice tone="warning" title={step.notice.title}>
            {step.notice.text}
          </Notice>
        )}
        {provider && (
          <ProviderButton domain={domain} label={provider.label} next={search.get('next')} />
        )}
        {provider?.isRequired && !isByEmail ? (
          <Button variant="quiet" onClick={() => setIsByEmail(true)}>
            {signInTexts.ownerByEmail}
          </Button>
        ) : (
          <EmailForm domain={domain} onSent={(email) => setStep({ name: 'sent', email })} />
        )}
        <Link to={DESK_HOME}>{signInTexts.otherCompany}</Link>
      </Titled>
    );
  const link = step.name === 'code' ? step : null;
  const isInvitation = link?.isInvitation ?? false;
  const text = step.name === 'sent' ? signInTexts.sentText(step.email) : signInTexts.otherBrowser;
  return (
    <Titled
      title={isInvitation ? signInTexts.invited(company) : signInTexts.sent}
      text={isInvitation ? signInTexts.invitedText : text}
    >
      <CodeForm
        domain={domain}
        token={link?.token}
        isInvitation={isInvitation}
        onEntered={enter}
        onDead={() => setStep(toDead(isInvitation))}
      />
      {!isInvitation && (
        <Button variant="quiet" onClick={() => setStep({ name: 'email' })}>
          {step.name === 'sent' ? signInTexts.otherEmail : signInTexts.again}
        </Button>
      )}
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
