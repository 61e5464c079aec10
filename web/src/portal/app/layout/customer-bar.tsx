// The right side of the header for a signed-in customer: navigation, first name and sign-out. A narrow window has
// the sidebar button instead.

import { Link } from 'react-router';
import { shellTexts } from '#texts/site/shell';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { CARDS_QUERY } from '../../../shared/lib/breakpoints.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { IconButton } from '../../../shared/ui/actions/icon-button.tsx';
import { useNavItems } from '../../site/use-nav-items.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { popupOpened } from '../../store/popup.ts';
import { selectCustomer } from '../../store/reads.ts';
import { useSignOut } from '../../store/use-sign-out.ts';
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
  const firstName = useAppSelector((state) => selectCustomer(state)?.firstName);
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
