// A chart with its numbers as a table below, which opens on demand and is all that a screen reader needs.

import type { ReactNode } from 'react';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { Section } from '../forms/section.tsx';
import { overviewTexts } from '../texts/overview.ts';
import type { BarsProps } from './bars.tsx';

/** The chart library is large, and only this page needs it. */
const bars = onDemand<BarsProps>(async () => (await import('./bars.tsx')).Bars, {
  waiting: () => <Skeleton shape="block" height="240px" />,
});

type ChartSectionProps = BarsProps & {
  title: string;
  text: string;
  /** Said instead of an empty chart. */
  empty: string | null;
  table: ReactNode;
};

export function ChartSection({ title, text, empty, table, ...chart }: ChartSectionProps) {
  return (
    <Section title={title} text={text}>
      {empty !== null ? (
        <Text tone="muted">{empty}</Text>
      ) : (
        <>
          <div aria-hidden="true">
            <bars.Component {...chart} />
          </div>
          <Expandable section={overviewTexts.numbers}>{table}</Expandable>
        </>
      )}
    </Section>
  );
}
