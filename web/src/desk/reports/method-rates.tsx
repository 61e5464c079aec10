// How many payments succeed, by method.

import type { ReportSummary } from '@quittance/contract/reports/report-schemas';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { recordTexts } from '../texts/records.ts';
import { rateOf } from './figures.tsx';

export function MethodRates({ rates }: { rates: ReportSummary['successRates'] }) {
  const { table, none } = overviewTexts;
  return (
    <Section title={overviewTexts.methods}>
      <Table
        caption={overviewTexts.methods}
        empty={overviewTexts.nothing}
        rows={rates}
        rowKey={({ method }) => method}
        columns={[
          { header: table.method, cell: ({ method }) => recordTexts.methods[method] },
          { header: table.succeeded, align: 'end', cell: ({ succeeded }) => succeeded },
          { header: table.failed, align: 'end', cell: ({ failed }) => failed },
          { header: table.rate, align: 'end', cell: (rate) => rateOf(rate) ?? none },
        ]}
      />
    </Section>
  );
}
