// A dialog of the frame around every page. It loads when it is opened, because the first view has none.

import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import type { DialogProps } from '../../shared/ui/overlay/dialog.tsx';

export const { Component: DialogOnDemand, load: loadDialog } = onDemand<DialogProps>(
  async () => (await import('../../shared/ui/overlay/dialog.tsx')).Dialog,
  { waiting: () => null },
);
