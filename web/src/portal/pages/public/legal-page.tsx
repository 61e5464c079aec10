// Shows a legal document as a page, with the date of its last update.

import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { LegalText } from '../../../texts/legal-text.ts';
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
