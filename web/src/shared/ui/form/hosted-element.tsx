// The container of a form that a processor renders as a whole, with a name, and a placeholder until it is mounted.

import { bindClasses } from '../../lib/bind-classes.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './hosted-element.module.css';

const css = bindClasses(styles);

type HostedElementProps = {
  /** The accessible name. The element shows its own labels. */
  label: string;
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
