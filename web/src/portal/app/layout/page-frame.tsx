// Header, page and footer in a column as high as the window.

import type { ReactNode } from 'react';
import { shellTexts } from '#texts/site/shell';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import type { ContactLinks } from '../../../shared/lib/contact-of.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { SchemeSelect } from '../../../shared/theme/scheme-select.tsx';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { type ChooseLanguage, LanguageLinks } from '../../site/language-links.tsx';
import styles from './page-frame.module.css';

const css = bindClasses(styles);

type PageFrameProps = {
  header: ReactNode;
  about?: string | null;
  contact?: ContactLinks | null;
  onLanguage?: ChooseLanguage | undefined;
  children: ReactNode;
};

export function PageFrame(props: PageFrameProps) {
  const { header, about = null, contact = null, onLanguage, children } = props;
  return (
    <div className={css('frame')}>
      {header}
      {children}
      <Footer about={about} contact={contact} onLanguage={onLanguage} />
    </div>
  );
}

type FooterProps = {
  about: string | null;
  contact: ContactLinks | null;
  onLanguage: ChooseLanguage | undefined;
};

/**
 * The footer: the privacy notice (product §1.6), the legal pages, other languages and the color scheme. The legal
 * pages are in the public document, so these are plain links even in the portal.
 */
function Footer({ about, contact, onLanguage }: FooterProps) {
  const { privacyPolicy, termsOfService, faq } = PUBLIC_PAGES;
  return (
    <footer className={css('footer')}>
      <div className={css('inside')}>
        {about && <p className={css('about')}>{about}</p>}
        <p className={css('notice')}>
          <Icon name="lock" size="small" />
          <span>
            <Sentence
              parts={shellTexts.privacyNotice((words) => <a href={privacyPolicy.path}>{words}</a>)}
            />
          </span>
        </p>
        {contact && contact.links.length > 0 && (
          <p>
            <Sentence parts={shellTexts.questions(<Contact key="contact" {...contact} />)} />
          </p>
        )}
        <div className={css('links')}>
          <a href={faq.path}>{faq.title}</a>
          <a href={termsOfService.path}>{termsOfService.title}</a>
          <LanguageLinks onChoose={onLanguage} />
          <SchemeSelect label={shellTexts.appearance} names={shellTexts.schemes} />
        </div>
      </div>
    </footer>
  );
}
