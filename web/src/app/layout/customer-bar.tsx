// The right side of the header for a signed-in customer: navigation, first name and sign-out; in a narrow
// window the button of the sidebar instead.

import { Link } from 'react-router';
import { shellTexts } from '#texts/site/shell';
import { useNavItems } from '../../features/shell/use-nav-items.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { CARDS_QUERY } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { useSignOut } from '../../state/session/use-sign-out.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { popupOpened } from '../../state/store/popup.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './customer-bar.module.css';

const css = bindClasses(styles);

const BURGER_ID = 'burger-menu';

export function CustomerBar() {
  const isNarrow = useMediaQuery(CARDS_QUERY);
  return isNarrow ? <Burger /> : <WideBar />;
}

function Burger() {
  const dispatch = useAppDispatch();
  const open = (): void => {
    dispatch(popupOpened({ name: 'BURGER_MENU', trigger: BURGER_ID }));
  };
  return (
    <div className={css('burger')}>
      <IconButton id={BURGER_ID} icon="menu" label={shellTexts.menu} onClick={open} />
    </div>
  );
}

function WideBar() {
  const { isLeaving, leave } = useSignOut();
  const items = useNavItems();
  const firstName = useAppSelector(({ customer }) => customer.customer?.firstName);
  return (
    <>
      <nav aria-label={shellTexts.portal} className={css('nav')}>
        {items.map(({ label, href, isActive }) => (
          <Link
            key={href}
            to={href}
            className={css('link')}
            aria-current={isActive ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={css('person')}>
        {firstName && <span className={css('name')}>{firstName}</span>}
        <Button variant="quiet" size="small" isLoading={isLeaving} onClick={() => void leave()}>
          {shellTexts.signOut}
        </Button>
      </div>
    </>
  );
}
