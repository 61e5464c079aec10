// The foot of every page: the privacy notice (product §1.6) and the legal pages. Those live in the public
// document, so these are plain links even from the portal.

import { bindClasses } from '../../lib/bind-classes.ts';
import { PUBLIC_PAGES } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './footer.module.css';

const css = bindClasses(styles);

/** `isAboveBar`: a pay bar lies over the foot of the page on phones. */
export function Footer({ isAboveBar = false }: { isAboveBar?: boolean }) {
  const { privacyPolicy, termsOfService, faq } = PUBLIC_PAGES;
  return (
    <footer className={css('footer', isAboveBar && 'above-bar')}>
      <div className={css('inside')}>
        <p className={css('notice')}>
          <Icon name="lock" size="small" />
          <span>
            Your account information is private and stored securely. Our{' '}
            <a href={privacyPolicy.path}>privacy policy</a> says how.
          </span>
        </p>
        <div className={css('links')}>
          <a href={faq.path}>{faq.title}</a>
          <a href={termsOfService.path}>{termsOfService.title}</a>
        </div>
      </div>
    </footer>
  );
}
