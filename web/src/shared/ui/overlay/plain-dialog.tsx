// A small modal window without the dialog library, for content shown while a popup loads or if it failed to load.

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useCloseByBack } from '../../hooks/use-close-by-back.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './plain-dialog.module.css';

const css = bindClasses(styles);

type PlainDialogProps = { label: string; onClose: () => void; children: ReactNode };

export function PlainDialog({ label, onClose, children }: PlainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseByBack(true, () => {
    onClose();
    return true;
  });
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Returns the focus to the opener before a popup replaces this window.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={css('dialog')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
