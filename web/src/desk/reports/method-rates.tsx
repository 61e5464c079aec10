// How many payments succeed, by method.

import type { ReportSummary } from '@quittance/contract/reports/report-schemas';
import { Text } from '../../shared/ui/text/text.tsx';
import { Section } from '../forms/section.tsx';
import { SmallTable } from '../forms/small-table.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { recordTexts } from '../texts/records.ts';
import { rateOf } from './figures.tsx';

export function MethodRates({ rates }: { rates: ReportSummary['successRates'] }) {
  const { table, none } = overviewTexts;
  return (
    <Section title={overviewTexts.methods}>
      {rates.length === 0 ? (
        <Text tone="muted">{overviewTexts.nothing}</Text>
      ) : (
        <SmallTable
          caption={overviewTexts.methods}
          rows={rates}
          rowKey={({ method }) => method}
          columns={[
            { header: table.method, cell: ({ method }) => recordTexts.methods[method] },
            { header: table.succeeded, align: 'end', cell: ({ succeeded }) => succeeded },
            { header: table.failed, align: 'end', cell: ({ failed }) => failed },
            { header: table.rate, align: 'end', cell: (rate) => rateOf(rate) ?? none },
          ]}
        />
      )}
    </Section>
  );
}
