// The links to invoices of each company, and the test numbers of its processor.

import type { Settings, TestData } from '@quittance/contract/playground-view';
import { useState } from 'react';
import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { Button } from '../src/shared/ui/actions/button.tsx';
import { Expandable } from '../src/shared/ui/layout/expandable.tsx';
import { SectionCard } from '../src/shared/ui/layout/section-card.tsx';
import { VisuallyHidden } from '../src/shared/ui/layout/visually-hidden.tsx';
import { Heading } from '../src/shared/ui/text/heading.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import styles from './playground.module.css';

const css = bindClasses(styles);

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

function Numbers({ numbers }: { numbers: TestData['cards'] }) {
  const [copied, setCopied] = useState('');
  const copy = (number: string): void => {
    void navigator.clipboard.writeText(number).then(() => setCopied(number));
  };
  return (
    <ul className={css('numbers')}>
      {numbers.map(({ number, result }) => (
        <li key={number}>
          <code>{grouped(number)}</code>
          <Button variant="quiet" size="small" onClick={() => copy(number)}>
            {copied === number ? 'Copied' : 'Copy'}
            <VisuallyHidden>{` ${grouped(number)}`}</VisuallyHidden>
          </Button>
          <Text as="span" size="small" tone="muted">
            {result}
          </Text>
        </li>
      ))}
    </ul>
  );
}

export function Companies({ settings: { companies, testData } }: { settings: Settings }) {
  return (
    <SectionCard
      title="Pay an invoice yourself"
      hint="Open an invoice and pay it with a test card: any future date, any security code (four digits for American Express)."
    >
      <div className={css('columns')}>
        {testData.map(({ processor, title, cards, accounts, routingNumber }) => {
          const company = companies.find((one) => one.processor === processor);
          return (
            <div key={processor}>
              <Heading level={3}>{company ? `${company.name} (${title})` : title}</Heading>
              <ul className={css('links')}>
                {company?.links.map(({ label, url }) => (
                  <li key={url}>
                    <a href={url} target="_blank" rel="noreferrer">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
              <Expandable section={{ view: 'Test cards and accounts', hide: 'Hide test numbers' }}>
                <Text isStrong>Test cards</Text>
                <Numbers numbers={cards} />
                <Text isStrong>{`Test accounts, routing number ${routingNumber}`}</Text>
                <Numbers numbers={accounts} />
              </Expandable>
            </div>
          );
        })}
      </div>
    </SectionCard>
  );
}
