// A section of a page: a card with a small title and its actions.

import type { ReactNode } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Heading } from '../../shared/ui/text/heading.tsx';
import styles from './section.module.css';

const css = bindClasses(styles);

type SectionProps = { title: string; text?: string; action?: ReactNode; children: ReactNode };

export function Section({ title, text, action, children }: SectionProps) {
  return (
    <section aria-label={title} className={css('section')}>
      <div className={css('head')}>
        <div className={css('words')}>
          <Heading level={2} size="small">
            {title}
          </Heading>
          {text && <p className={css('text')}>{text}</p>}
        </div>
        {action && <div className={css('action')}>{action}</div>}
      </div>
      {children}
    </section>
  );
}
