// What the lists on the page of a project have in common.

import { type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useCan } from '../api/session-context.ts';

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
  const [isOpen, setIsOpen] = useState(false);
  if (!can('write')) return null;
  const open = () => setIsOpen(true);
  return (
    <>
      {look === 'button' ? (
        <Button variant="secondary" size="small" onClick={open}>
          {label}
        </Button>
      ) : (
        <Button variant="quiet" size="small" isFlush onClick={open}>
          {label}
        </Button>
      )}
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
