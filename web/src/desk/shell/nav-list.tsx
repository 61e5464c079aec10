// The links of the navigation, with the number of items that need staff attention.

import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { shellTexts } from '../texts/shell.ts';
import { DeskIcon } from './desk-icon.tsx';
import type { NavItem } from './nav-items.ts';
import styles from './nav-list.module.css';

const css = bindClasses(styles);

type NavListProps = {
  label: string;
  items: readonly NavItem[];
  waiting: number;
  look: 'side' | 'bottom';
  onChoose?: () => void;
};

/** Short labels, because four links share the width of a phone. */
function shortenLabel(name: NavItem['name'], label: string): string {
  return name === 'attention' ? shellTexts.shortPages.attention : label;
}

export function NavList({ label, items, waiting, look, onChoose }: NavListProps) {
  return (
    <nav aria-label={label}>
      <ul className={css(look)}>
        {items.map(({ name, label: text, href, isActive }) => (
          <li key={href}>
            <Link
              to={href}
              className={css('link')}
              aria-current={isActive ? 'page' : undefined}
              onClick={onChoose}
            >
              <DeskIcon name={name} />
              <span className={css('text')}>
                {look === 'bottom' ? shortenLabel(name, text) : text}
              </span>
              {name === 'attention' && waiting > 0 && (
                <span className={css('count')}>
                  {shellTexts.waitingCount(waiting)}
                  <VisuallyHidden>{shellTexts.waiting}</VisuallyHidden>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
