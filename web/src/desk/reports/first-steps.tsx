// The steps from a new company to its first payment, each with its page, until they are done or dismissed. Only owners
// can take all of them.

import { useState } from 'react';
import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { useClient } from '../api/client-context.ts';
import { useCan, useSession } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { firstStepsTexts as texts } from '../texts/overview.ts';
import styles from './first-steps.module.css';

const css = bindClasses(styles);

const ONE = { query: { limit: 1 } };

function useDismissal() {
  const key = `quittance.first-steps.${useClient().domain}`;
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(key) !== null);
  const dismiss = (): void => {
    localStorage.setItem(key, 'dismissed');
    setIsDismissed(true);
  };
  return { isDismissed, dismiss };
}

export function FirstSteps() {
  const can = useCan();
  const { isDismissed, dismiss } = useDismissal();
  const payments = useRead('listPayments', ONE, { isNeeded: can('manage') && !isDismissed });
  // A company that was paid before has taken the steps that matter.
  if (!can('manage') || isDismissed || payments.answer?.data.length !== 0) return null;
  return <Steps onDismiss={dismiss} />;
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const paths = usePaths();
  const { company } = useSession();
  const settings = useRead('getCompany', {}).answer;
  const params = { processor: settings?.processor ?? 'stripe' };
  const processor = useRead('getProcessor', { params }, { isNeeded: settings !== null }).answer;
  const customers = useRead('listCustomers', ONE).answer;
  const invoices = useRead('listInvoices', ONE).answer;
  const team = useRead('getTeam', {}).answer;
  const keys = useRead('listKeys', {}).answer;
  const endpoints = useRead('listWebhookEndpoints', {}).answer;
  const isFilled = (list: { data: readonly unknown[] } | null, least = 1): boolean =>
    (list?.data.length ?? 0) >= least;
  const steps = [
    { ...texts.brand, href: paths.settings('brand'), isDone: company.logoUrl !== null },
    {
      ...texts.processor,
      href: paths.settings('processors'),
      isDone: processor?.hasKey === true && processor.problem === null,
    },
    { ...texts.customer, href: paths.customers, isDone: isFilled(customers) },
    { ...texts.invoice, href: paths.newInvoice, isDone: isFilled(invoices) },
    { ...texts.payment, href: paths.invoices, isDone: false },
    { ...texts.team, href: paths.settings('team'), isDone: isFilled(team, 2) },
    { ...texts.import, href: paths.import, isDone: false },
    { ...texts.keys, href: paths.settings('keys'), isDone: isFilled(keys) },
    { ...texts.webhooks, href: paths.settings('webhooks'), isDone: isFilled(endpoints) },
  ];
  return (
    <Section
      title={texts.title}
      text={texts.text}
      action={
        <Button variant="quiet" size="small" isFlush onClick={onDismiss}>
          {texts.dismiss}
        </Button>
      }
    >
      <ol className={css('steps')}>
        {steps.map(({ name, why, href, isDone }) => (
          <li key={name} className={css('step', isDone && 'done')}>
            <span className={css('mark')}>{isDone && <Icon name="check" size="small" />}</span>
            <div>
              <Link to={href}>{name}</Link>
              {isDone && <VisuallyHidden>{texts.done}</VisuallyHidden>}
              <p className={css('why')}>{why}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
