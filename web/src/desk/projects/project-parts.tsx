// Shared parts of the lists on a project's page.

import type { ReactNode } from 'react';
import { Text } from '../../shared/ui/text/text.tsx';
import { useCan } from '../api/session-context.ts';
import { OpenButton } from '../forms/action-button.tsx';

type NamedProps = { name: string; text: string; children?: ReactNode };

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
