// Questions and answers as native disclosures, so that find-in-page opens a match.

import { FAQ } from '#texts/site/faq';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import styles from './document.module.css';
import { UpdatedOnLine } from './updated-on.tsx';

const css = bindClasses(styles);

export function FaqPage() {
  return (
    <PageColumn>
      <article className={css('text')}>
        <div className={css('head')}>
          <Heading level={1}>{FAQ.title}</Heading>
          <UpdatedOnLine date={FAQ.updatedOn} />
        </div>
        <div className={css('questions')}>
          {FAQ.entries.map(({ question, answer }) => (
            <details key={question} className={css('question')}>
              <summary>
                {question}
                <span className={css('arrow')}>
                  <Icon name="chevron-down" />
                </span>
              </summary>
              <div className={css('answer')}>
                <Text size="large" tone="muted">
                  {answer}
                </Text>
              </div>
            </details>
          ))}
        </div>
      </article>
    </PageColumn>
  );
}
