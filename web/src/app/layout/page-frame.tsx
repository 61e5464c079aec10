// Header, page and footer in a column as high as the window.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import type { ContactLinks } from '../../lib/contact-of.ts';
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
  children: ReactNode;
};

export function PageFrame(props: PageFrameProps) {
  const { header, hasPayBar = false, about = null, contact = null, children } = props;
  return (
    <div className={css('frame')}>
      {header}
      {children}
      <Footer isAboveBar={hasPayBar} about={about} contact={contact} />
    </div>
  );
}
