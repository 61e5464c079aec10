// The link above a heading that leads back to a list.

import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';

type BackLinkProps = {
  to: string;
  label: string;
  /** History state of the page. */
  state?: unknown;
  onClick?: (event: MouseEvent) => void;
};

export function BackLink({ to, label, state, onClick }: BackLinkProps) {
  return (
    <div>
      <Link
        className={buttonClass({ variant: 'quiet', size: 'small', isFlush: true })}
        to={to}
        state={state}
        onClick={onClick}
      >
        <Stack direction="row" gap={1} align="center">
          <Icon name="arrow-left" size="small" />
          {label}
        </Stack>
      </Link>
    </div>
  );
}
