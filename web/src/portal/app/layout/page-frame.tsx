// Header, page and footer in a column as high as the window.

import type { ReactNode } from 'react';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import type { ContactLinks } from '../../../shared/lib/contact-of.ts';
import type { ChooseLanguage } from '../../site/language-links.tsx';
import { Footer } from './footer.tsx';
import styles from './page-frame.module.css';

const css = bindClasses(styles);

type PageFrameProps = {
  header: ReactNode;
  hasPayBar?: boolean;
  /** Who is behind the page, for the footer. */
  about?: string | null;
  /** Whom to ask. */
  contact?: ContactLinks | null;
  /** Of a signed-in customer. */
  onLanguage?: ChooseLanguage | undefined;
  children: ReactNode;
};

export function PageFrame(props: PageFrameProps) {
  const { header, hasPayBar = false, about = null, contact = null, onLanguage, children } = props;
  return (
    <div className={css('frame')}>
      {header}
      {children}
      <Footer isAboveBar={hasPayBar} about={about} contact={contact} onLanguage={onLanguage} />
    </div>
  );
}
