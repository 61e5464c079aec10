// A dialog whose fields need data. Until it has loaded, the dialog is empty; if it cannot be loaded, the dialog says
// why and offers to try again.

import type { ReactNode } from 'react';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import type { Read } from '../api/use-read.ts';
import { ReadView } from './read-view.tsx';

type ReadDialogProps<Answer> = {
  title: string;
  read: Read<Answer>;
  onClose: () => void;
  children: (answer: Answer) => ReactNode;
};

export function ReadDialog<Answer>({ title, read, onClose, children }: ReadDialogProps<Answer>) {
  if (read.answer !== null) return children(read.answer);
  return (
    <Dialog isOpen size="small" title={title} onClose={onClose}>
      <ReadView read={read}>{() => null}</ReadView>
    </Dialog>
  );
}
