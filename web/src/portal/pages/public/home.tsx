// The start page: explains how a payer finds the invoice.

import { publicTexts } from '#texts/site/public-pages';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { Icon, type IconName } from '../../../shared/ui/actions/icon.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import styles from './home.module.css';

const css = bindClasses(styles);

const texts = publicTexts.home;

type Step = { icon: IconName; title: string; text: string };

const STEPS: readonly Step[] = [
  { icon: 'mail', ...texts.open },
  { icon: 'invoice', ...texts.check },
  { icon: 'shield', ...texts.pay },
];

export function HomePage() {
  return (
    <PageColumn>
      <Stack gap={12}>
        <div className={css('intro')}>
          <Heading level={1}>{texts.title}</Heading>
          <Text size="large" tone="muted">
            {texts.intro}
          </Text>
          <div className={css('way')}>
            <a className={buttonClass({ size: 'large' })} href={PUBLIC_PAGES.resolve.path}>
              {texts.find}
            </a>
          </div>
        </div>
        <Stack as="section" gap={5}>
          <Heading level={2}>{texts.how}</Heading>
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
          <Heading level={2}>{texts.lost}</Heading>
          <Text tone="muted">
            <Sentence
              parts={texts.lostText(
                (words) => <a href={PUBLIC_PAGES.resolve.path}>{words}</a>,
                (words) => <a href={PUBLIC_PAGES.faq.path}>{words}</a>,
              )}
            />
          </Text>
        </Stack>
      </Stack>
    </PageColumn>
  );
}
