// A table cell with a small, subtle second line.

import type { ReactNode } from 'react';
import { Text } from '../text/text.tsx';

type TwoLineCellProps = { note?: ReactNode; noteTone?: 'subtle' | 'danger'; children: ReactNode };

export function TwoLineCell({ note, noteTone = 'subtle', children }: TwoLineCellProps) {
  return (
    <div>
      {children}
      {note && (
        <Text size="small" tone={noteTone}>
          {note}
        </Text>
      )}
    </div>
  );
}
