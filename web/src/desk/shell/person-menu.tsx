// The signed-in member and role, the color scheme, and sign-out.

import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SchemeSelect } from '../../shared/theme/scheme-select.tsx';
import { useSigned } from '../api/session-context.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { usePaths } from '../paths.ts';
import { shellTexts } from '../texts/shell.ts';
import styles from './person-menu.module.css';

const css = bindClasses(styles);

export function PersonMenu() {
  const { session, leave } = useSigned();
  const paths = usePaths();
  return (
    <div className={css('person')}>
      <Link to={paths.settings('account')} className={css('who')}>
        <span className={css('name')}>{session.member.name}</span>
        <span className={css('role')}>{shellTexts.roles[session.member.role]}</span>
      </Link>
      <div className={css('scheme')}>
        <SchemeSelect label={shellTexts.appearance} names={shellTexts.schemes} />
      </div>
      <ActionButton
        variant="quiet"
        size="small"
        icon="sign-out"
        call="endSession"
        input={{}}
        label={shellTexts.signOut}
        onDone={leave}
      />
    </div>
  );
}
