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
  contact?: ContactLinks | null;
  children: ReactNode;
};

export function PageFrame({ header, hasPayBar = false, contact, children }: PageFrameProps) {
  return (
    <div className={css('frame')}>
      {header}
      {children}
      <Footer isAboveBar={hasPayBar} contact={contact ?? null} />
    </div>
  );
}
