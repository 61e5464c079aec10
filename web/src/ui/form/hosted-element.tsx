// The place for a form that a processor draws whole, with labels, borders and errors of its own. Ours
// is the room it gets, a name for it, and what stands there until it comes.

import { bindClasses } from '../../lib/bind-classes.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './hosted-element.module.css';

const css = bindClasses(styles);

type HostedElementProps = {
  /** For those who do not see it; the element shows its own labels. */
  label: string;
  /** The element the processor's script mounts its frame into. */
  containerId: string;
  isLoading?: boolean;
};

export function HostedElement({ label, containerId, isLoading = false }: HostedElementProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border and a legend
    <div role="group" aria-label={label} aria-busy={isLoading || undefined} className={css('room')}>
      <div id={containerId} className={css('container', isLoading && 'waiting')} />
      {isLoading && (
        <div className={css('placeholder')}>
          <Skeleton width="7rem" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="block" height="48px" />
        </div>
      )}
    </div>
  );
}
