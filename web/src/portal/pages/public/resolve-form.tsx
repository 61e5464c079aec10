// The form of the resolve page (R3): company, reference and email. Only completeness is validated; the
// response does not reveal a match.

import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { type SubmitEvent, useEffect, useState } from 'react';
import { failureTexts } from '#texts/site/failures';
import { publicTexts } from '#texts/site/public-pages';
import type { ApiClient, ApiFailure } from '../../../shared/api/client.ts';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { formatMessage } from '../../../shared/lib/messages.ts';
import { Logo } from '../../../shared/theme/logo.tsx';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { Input } from '../../../shared/ui/form/input.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import styles from './company-field.module.css';

const texts = publicTexts.resolve;

export type ResolveAnswers = { company: string; reference: string; email: string };

type ResolveErrors = Partial<Record<keyof ResolveAnswers, string>>;

type ResolveFormProps = {
  api: ApiClient;
  answers: ResolveAnswers;
  onChange: (answers: ResolveAnswers) => void;
  onSent: () => void;
};

const LOOKS_LIKE_EMAIL = /^\S+@\S+\.\S+$/;
const REFERENCE_LENGTH_MAX = 64;
const EMAIL_LENGTH_MAX = 254;

function errorsIn({ company, reference, email }: ResolveAnswers): ResolveErrors {
  return {
    ...(company.trim() ? {} : { company: texts.missing.company }),
    ...(reference.trim() ? {} : { reference: texts.missing.reference }),
    ...(LOOKS_LIKE_EMAIL.test(email.trim()) ? {} : { email: texts.missing.email }),
  };
}

function toText(failure: ApiFailure): string {
  return failure.kind === 'http'
    ? formatMessage(failure.error.message)
    : failureTexts.connectionLost;
}

export function ResolveForm({ api, answers, onChange, onSent }: ResolveFormProps) {
  const [errors, setErrors] = useState<ResolveErrors>({});
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (part: Partial<ResolveAnswers>): void => {
    onChange({ ...answers, ...part });
    setErrors({});
  };

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = errorsIn(answers);
    setErrors(found);
    if (Object.keys(found).length > 0 || isSending) return;
    setIsSending(true);
    setFailure(null);
    const result = await api.call('resolveInvoice', { body: answers });
    setIsSending(false);
    if (result.isOk) onSent();
    else setFailure(toText(result.failure));
  };

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={5}>
        {failure && <Notice tone="danger">{failure}</Notice>}
        <CompanyField
          api={api}
          value={answers.company}
          error={errors.company}
          onChange={(company) => change({ company })}
        />
        <Input
          label={texts.reference}
          hint={texts.referenceHint}
          error={errors.reference}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={REFERENCE_LENGTH_MAX}
          value={answers.reference}
          onChange={(event) => change({ reference: event.target.value })}
        />
        <Input
          label={texts.email}
          error={errors.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_LENGTH_MAX}
          value={answers.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}

const css = bindClasses(styles);

const LOOKUP_DELAY_MS = 300;
const NAME_LENGTH_MIN = 3;
const NAME_LENGTH_MAX = 200;

type CompanyFieldProps = {
  api: ApiClient;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/**
 * The company of an invoice (R3): shows the single match while typing and completes the name on click. Unknown names
 * are accepted like any other, so companies cannot be enumerated.
 */
function CompanyField({ api, value, error, onChange }: CompanyFieldProps) {
  const company = useCompanyMatch(api, value.trim());
  return (
    <div>
      <Input
        label={publicTexts.resolve.company}
        error={error}
        autoComplete="off"
        spellCheck={false}
        maxLength={NAME_LENGTH_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div role="status">
        {company && (
          <CompanyMatch company={company} typed={value} onUse={() => onChange(company.name)} />
        )}
      </div>
    </div>
  );
}

type CompanyMatchProps = { company: CompanyBrand; typed: string; onUse: () => void };

function CompanyMatch({ company: { name, logoUrl }, typed, onUse }: CompanyMatchProps) {
  const sign = <Logo name={name} logoUrl={logoUrl} size="small" />;
  if (typed.trim() === name) {
    return (
      <p className={css('meant')}>
        {sign}
        <span className={css('name')}>{name}</span>
        <span className={css('found')}>
          <Icon name="check" size="small" />
          {publicTexts.resolve.companyFound}
        </span>
      </p>
    );
  }
  return (
    <button type="button" className={css('meant', 'offer')} onClick={onUse}>
      {sign}
      <span className={css('name')}>{name}</span>
      <span className={css('use')}>{publicTexts.resolve.useCompany}</span>
    </button>
  );
}

/** Debounced; a superseded response is dropped. */
function useCompanyMatch(api: ApiClient, name: string): CompanyBrand | null {
  const [company, setCompany] = useState<CompanyBrand | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const lookUp = async (): Promise<void> => {
      const result = await api.call('findCompany', { query: { name } }, controller.signal);
      if (!controller.signal.aborted) setCompany(result.isOk ? result.answer.company : null);
    };
    if (name.length < NAME_LENGTH_MIN) setCompany(null);
    const timer =
      name.length < NAME_LENGTH_MIN ? undefined : setTimeout(() => void lookUp(), LOOKUP_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, name]);
  return company;
}
