// What the lists on the page of a project have in common.

import type { ReactNode } from 'react';
import { Text } from '../../shared/ui/text/text.tsx';
import { useCan } from '../api/session-context.ts';
import { OpenButton } from '../forms/action-button.tsx';

type NamedProps = { name: string; text: string; children?: ReactNode };

/** What it is for, its number below, and what can be done with it. */
export function Named({ name, text, children }: NamedProps) {
  return (
    <>
      <Text isStrong>{name}</Text>
      <Text size="small" tone="muted">
        {text}
      </Text>
      {children}
    </>
  );
}

type DialogButtonProps = {
  label: string;
  look?: 'button' | 'link';
  dialog: (onClose: () => void) => ReactNode;
};

/** Opens a dialog, for members who may write. */
export function DialogButton({ label, look = 'button', dialog }: DialogButtonProps) {
  const can = useCan();
  if (!can('write')) return null;
  const variant = look === 'button' ? 'secondary' : 'quiet';
  return (
    <OpenButton
      variant={variant}
      size="small"
      isFlush={look === 'link'}
      label={label}
      dialog={dialog}
    />
  );
}
