// A page: its title, its actions, and its content. It also sets the title of the window.

import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { useSession } from '../api/session-context.ts';
import { shellTexts } from '../texts/shell.ts';
import styles from './page.module.css';

const css = bindClasses(styles);

type PageProps = {
  title: string;
  mark?: ReactNode;
  text?: ReactNode;
  back?: { href: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
};

export function Page({ title, mark, text, back, actions, children }: PageProps) {
  const { company } = useSession();
  useEffect(() => {
    document.title = shellTexts.titleOf(title, company.name);
  }, [title, company.name]);
  return (
    <div className={css('page')}>
      <div className={css('head')}>
        <div className={css('words')}>
          {back && (
            <Link to={back.href} className={css('back')}>
              <Icon name="arrow-left" size="small" />
              {back.label}
            </Link>
          )}
          <div className={css('title')}>
            <Heading level={1}>{title}</Heading>
            {mark}
          </div>
          {text && <p className={css('text')}>{text}</p>}
        </div>
        {actions && <div className={css('actions')}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
