// The start page: what this is and how a payer finds the invoice. Explains; the invoice itself is behind
// the link the company sent, and a lost link is replaced on the resolve page.

import { bindClasses } from '../../lib/bind-classes.ts';
import { PUBLIC_PAGES } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './home.module.css';

const css = bindClasses(styles);

type Step = { icon: IconName; title: string; text: string };

const STEPS: readonly Step[] = [
  {
    icon: 'mail',
    title: 'Open the link you were sent',
    text: 'The company that invoiced you sends a link by mail, message or letter. It opens your invoice directly; no account is needed.',
  },
  {
    icon: 'invoice',
    title: 'Check what it is for',
    text: 'You see who is asking, how much is due and by when, and every payment made so far. Nothing is charged by looking.',
  },
  {
    icon: 'shield',
    title: 'Pay safely',
    text: "Card details are typed into the payment processor's own fields. The button says exactly what will be taken, the fee included.",
  },
];

export function HomePage() {
  return (
    <PageColumn>
      <Stack gap={12}>
        <div className={css('intro')}>
          <Heading level={1}>Customer Payment Portal</Heading>
          <Text size="large" tone="muted">
            See what you owe, and pay it, in one place: invoices from the companies you deal with,
            with the amount, the due date and what to do next.
          </Text>
          <div className={css('way')}>
            <a className={buttonClass({ size: 'large' })} href={PUBLIC_PAGES.resolve.path}>
              Find your invoice
            </a>
          </div>
        </div>
        <Stack as="section" gap={5}>
          <Heading level={2}>How it works</Heading>
          <ol className={css('steps')}>
            {STEPS.map(({ icon, title, text }) => (
              <li key={title}>
                <Card>
                  <Stack gap={3}>
                    <span className={css('sign')}>
                      <Icon name={icon} />
                    </span>
                    <Heading level={3}>{title}</Heading>
                    <Text tone="muted">{text}</Text>
                  </Stack>
                </Card>
              </li>
            ))}
          </ol>
        </Stack>
        <Stack as="section" gap={3}>
          <Heading level={2}>You cannot find the link?</Heading>
          <Text tone="muted">
            Search your mailbox for the name of the company and the word “invoice”. If the link has
            expired or was lost, or if the invoice came on paper,{' '}
            <a href={PUBLIC_PAGES.resolve.path}>we send you a new link</a>: all you need is the
            reference on the invoice. The <a href={PUBLIC_PAGES.faq.path}>questions and answers</a>{' '}
            may help too.
          </Text>
        </Stack>
      </Stack>
    </PageColumn>
  );
}
