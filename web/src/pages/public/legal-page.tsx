// A legal text as a page, with the date of its last change.

import { bindClasses } from '../../lib/bind-classes.ts';
import type { LegalText } from '../../texts/legal-text.ts';
import { PageColumn } from '../../ui/layout/page-column.tsx';
import { Heading } from '../../ui/text/heading.tsx';
import { Text } from '../../ui/text/text.tsx';
import styles from './document.module.css';
import { UpdatedOnLine } from './updated-on.tsx';

const css = bindClasses(styles);

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <PageColumn>
      <article className={css('text')}>
        <div className={css('head')}>
          <Heading level={1}>{text.title}</Heading>
          <UpdatedOnLine date={text.updatedOn} />
        </div>
        {text.sections.map(({ heading, paragraphs }) => (
          <section key={heading} className={css('section')}>
            <Heading level={2}>{heading}</Heading>
            {paragraphs.map((paragraph) => (
              <Text key={paragraph} size="large" tone="muted">
                {paragraph}
              </Text>
            ))}
          </section>
        ))}
      </article>
    </PageColumn>
  );
}
