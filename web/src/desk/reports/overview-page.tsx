// The figures of the company: collected, owed, expected. Every chart is also a table.

import { addDays } from '@quittance/contract/dates';
import { useState } from 'react';
import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { overviewTexts } from '../texts/overview.ts';
import { CollectedChart, ExpectedChart, OverdueChart } from './charts.tsx';
import { Figures } from './figures.tsx';
import { MethodRates } from './method-rates.tsx';
import styles from './overview-page.module.css';

const css = bindClasses(styles);

const RANGES = ['7', '30', '90'] as const;
type Range = (typeof RANGES)[number];

export function OverviewPage() {
  const { today } = useMoments();
  const [range, setRange] = useState<Range>('30');
  const to = today();
  const query = { from: addDays(to, 1 - Number(range)), to };
  const summary = useRead('getSummary', { query });
  const choice = (
    <Select
      label={overviewTexts.range}
      isLabelHidden
      options={RANGES.map((value) => ({ value, label: overviewTexts.ranges[value] }))}
      value={range}
      onValueChange={setRange}
    />
  );
  return (
    <Page title={overviewTexts.title} actions={choice}>
      <Waiting />
      <ReadView read={summary} waiting={<Placeholder />}>
        {(found) => (
          <Stale isStale={summary.isReading}>
            <div className={css('page')}>
              <Figures summary={found} />
              <CollectedChart days={found.collected} />
              <div className={css('pair')}>
                <OverdueChart buckets={found.overdue} />
                <ExpectedChart days={found.expected} />
              </div>
              <MethodRates rates={found.successRates} />
            </div>
          </Stale>
        )}
      </ReadView>
    </Page>
  );
}

/** What waits for a person comes before any figure. */
function Waiting() {
  const paths = usePaths();
  const { answer } = useRead('getAttentionCounts', {});
  if (!answer || answer.total === 0) return null;
  return (
    <Notice tone="warning">
      {overviewTexts.waiting(attentionTexts.count(answer.total))}{' '}
      <Link to={paths.attention}>{overviewTexts.waitingAction}</Link>
    </Notice>
  );
}

function Placeholder() {
  return (
    <div className={css('page')} aria-busy="true">
      <Skeleton shape="block" height="104px" />
      <Skeleton shape="block" height="340px" />
      <Skeleton shape="block" height="340px" />
    </div>
  );
}
