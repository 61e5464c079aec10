// Who is signed in, with which role; the color scheme and the sign-out.

import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SchemeSelect } from '../../shared/theme/scheme-select.tsx';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { sentenceOf } from '../api/failure.ts';
import { useSigned } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { usePaths } from '../paths.ts';
import { shellTexts } from '../texts/shell.ts';
import styles from './person-menu.module.css';

const css = bindClasses(styles);

export function PersonMenu() {
  const { session, leave } = useSigned();
  const paths = usePaths();
  const signOut = useAction('endSession');
  const go = async (): Promise<void> => {
    const result = await signOut.run({});
    if (result.isOk) leave();
    else showToast({ tone: 'error', text: sentenceOf(result.failure) });
  };
  return (
    <div className={css('person')}>
      <Link to={paths.settings('account')} className={css('who')}>
        <span className={css('name')}>{session.member.name}</span>
        <span className={css('role')}>{shellTexts.roles[session.member.role]}</span>
      </Link>
      <div className={css('scheme')}>
        <SchemeSelect label={shellTexts.appearance} names={shellTexts.schemes} />
      </div>
      <Button
        variant="quiet"
        size="small"
        icon="sign-out"
        isLoading={signOut.isRunning}
        onClick={() => void go()}
      >
        {shellTexts.signOut}
      </Button>
    </div>
  );
}
