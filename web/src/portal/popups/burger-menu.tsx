// The BURGER_MENU popup (product §2.6): the sidebar of narrow windows. It closes at 768 px and above.

import { useEffect } from 'react';
import { Link } from 'react-router';
import { shellTexts } from '#texts/site/shell';
import { useMediaQuery } from '../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SIDEBAR_CLOSES_QUERY } from '../../shared/lib/breakpoints.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { LanguageLinks } from '../site/language-links.tsx';
import { useChooseLanguage } from '../site/use-language.ts';
import { useNavItems } from '../site/use-nav-items.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupClosed } from '../store/popup.ts';
import { selectCustomer } from '../store/reads.ts';
import { useSignOut } from '../store/use-sign-out.ts';
import styles from './burger-menu.module.css';

const css = bindClasses(styles);

export function BurgerMenuPopup() {
  const dispatch = useAppDispatch();
  const firstName = useAppSelector((state) => selectCustomer(state)?.firstName);
  const items = useNavItems();
  const isWide = useMediaQuery(SIDEBAR_CLOSES_QUERY);
  const close = (): void => void dispatch(popupClosed());
  useEffect(() => {
    if (isWide) dispatch(popupClosed());
  }, [isWide, dispatch]);
  const { isLeaving, leave } = useSignOut();
  const chooseLanguage = useChooseLanguage();
  return (
    <Dialog
      isOpen
      title={firstName ?? shellTexts.menu}
      placement="side"
      onClose={close}
      footer={
        <Button
          variant="secondary"
          isWide
          isLoading={isLeaving}
          onClick={() => void leave().then(close)}
        >
          {shellTexts.signOut}
        </Button>
      }
    >
      <nav aria-label={shellTexts.portal} className={css('list')}>
        {items.map(({ label, href, icon, isActive }) => (
          // Replaces the menu's own history entry.
          <Link
            key={href}
            to={href}
            replace
            className={css('link')}
            aria-current={isActive ? 'page' : undefined}
            onClick={close}
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </nav>
      <nav aria-label={shellTexts.language} className={css('list', 'apart')}>
        <LanguageLinks className={css('link')} onChoose={chooseLanguage} />
      </nav>
    </Dialog>
  );
}
