// A section that opens in place: 'View {section}' / 'Hide {section}' (product §2), or with labels of its own.

import { type ReactNode, useId, useState } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import styles from './expandable.module.css';

const css = bindClasses(styles);

type ExpandableProps = {
  section: string | { view: string; hide: string };
  isInitiallyOpen?: boolean;
  children: ReactNode;
};

const toLabels = (section: ExpandableProps['section']) =>
  typeof section === 'string'
    ? { view: uiTexts.view(section), hide: uiTexts.hide(section) }
    : section;

export function Expandable({ section, isInitiallyOpen = false, children }: ExpandableProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const id = useId();
  const { view, hide } = toLabels(section);
  return (
    <div>
      <button
        type="button"
        className={css('toggle')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? hide : view}
        <span className={css('sign', isOpen && 'turned')}>
          <Icon name="chevron-down" size="small" />
        </span>
      </button>
      <div id={id} className={css('fold', isOpen && 'open')} inert={!isOpen}>
        <div className={css('content')}>{children}</div>
      </div>
    </div>
  );
}
