// The company of an invoice (R3): shows the single match while typing and completes the name on click.
// Unknown names are accepted like any other, so companies cannot be enumerated.

import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { useEffect, useState } from 'react';
import { publicTexts } from '#texts/site/public-pages';
import type { ApiClient } from '../../../shared/api/client.ts';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { Logo } from '../../../shared/theme/logo.tsx';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { Input } from '../../../shared/ui/form/input.tsx';
import styles from './company-field.module.css';

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

export function CompanyField({ api, value, error, onChange }: CompanyFieldProps) {
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
