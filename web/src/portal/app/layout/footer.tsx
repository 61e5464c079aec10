// The footer: the privacy notice (product §1.6), the legal pages, other languages and the color scheme. The legal pages are in
// the public document, so these are plain links even in the portal.

import { shellTexts } from '#texts/site/shell';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import type { ContactLinks } from '../../../shared/lib/contact-of.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { SchemeSelect } from '../../../shared/theme/scheme-select.tsx';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { type ChooseLanguage, LanguageLinks } from '../../site/language-links.tsx';
import styles from './footer.module.css';

const css = bindClasses(styles);

type FooterProps = {
  /** On phones a pay bar covers the bottom of the page. */
  isAboveBar: boolean;
  /** The company's legal name and dba. */
  about: string | null;
  /** Whom to ask: the company of a portal. */
  contact: ContactLinks | null;
  onLanguage: ChooseLanguage | undefined;
};

export function Footer({ isAboveBar, about, contact, onLanguage }: FooterProps) {
  const { privacyPolicy, termsOfService, faq } = PUBLIC_PAGES;
  return (
    <footer className={css('footer', isAboveBar && 'above-bar')}>
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
