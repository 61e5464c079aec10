// All customers of the company.

import { useMemo, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { usePages } from '../api/use-pages.ts';
import { type Moments, useMoments } from '../format.ts';
import { type DeskPaths, usePaths } from '../paths.ts';
import { nameOf } from '../records/names.ts';
import { TitleCell } from '../records/title-cell.tsx';
import { Page } from '../shell/page.tsx';
import type { CsvColumn } from '../table/csv.ts';
import { ExportButton } from '../table/export-button.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { customersTexts } from '../texts/customers.ts';
import { tableTexts } from '../texts/table.ts';
import { CustomerForm } from './customer-form.tsx';

type Row = ItemOf<'listCustomers'>;

const NAMES = ['search', 'sort'];
const PRESETS = [{ label: tableTexts.all, filters: {} }];
const { columns: headers } = customersTexts;

function columnsOf(paths: DeskPaths, { day }: Moments): RecordColumn<Row>[] {
  return [
    {
      id: 'name',
      header: headers.name,
      sort: 'name',
      cell: (customer) => (
        <TitleCell
          href={paths.customer(customer.id)}
          title={nameOf(customer)}
          note={customer.email ?? customer.customerRef}
        />
      ),
    },
    {
      id: 'customerRef',
      header: headers.customerRef,
      width: '148px',
      sort: 'customerRef',
      cell: ({ customerRef }) => customerRef,
    },
    {
      id: 'email',
      header: headers.email,
      width: '26%',
      from: 'desktop',
      cell: ({ email }) => email,
    },
    {
      id: 'phone',
      header: headers.phone,
      width: '148px',
      from: 'desktop',
      cell: ({ phone }) => phone,
    },
    {
      id: 'created',
      header: headers.created,
      width: '124px',
      sort: 'createdAt',
      from: 'desktop',
      align: 'end',
      cell: ({ createdAt }) => day(createdAt),
    },
  ];
}

const CSV: readonly CsvColumn<Row>[] = [
  { header: headers.name, value: nameOf },
  { header: headers.customerRef, value: ({ customerRef }) => customerRef },
  { header: headers.type, value: ({ type }) => customersTexts.types[type] },
  { header: headers.email, value: ({ email }) => email },
  { header: headers.phone, value: ({ phone }) => phone },
  { header: headers.language, value: ({ language }) => language },
  { header: headers.created, value: ({ createdAt }) => createdAt },
];

export function CustomersPage() {
  const paths = usePaths();
  const can = useCan();
  const moments = useMoments();
  const query = useListQuery(NAMES);
  const pages = usePages('listCustomers', query.filters);
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(() => columnsOf(paths, moments), [paths, moments]);
  const add = can('write') && (
    <Button onClick={() => setIsAdding(true)}>{customersTexts.add}</Button>
  );
  const exporting = (
    <ExportButton
      call="listCustomers"
      filters={query.filters}
      fileName="customers.csv"
      columns={CSV}
    />
  );
  return (
    <Page
      title={customersTexts.title}
      actions={
        <>
          {exporting}
          {add}
        </>
      }
    >
      <RecordList
        list="customers"
        caption={customersTexts.title}
        columns={columns}
        pages={pages}
        query={query}
        presets={PRESETS}
        fields={[]}
        searchLabel={customersTexts.search}
        defaultSort="-createdAt"
        empty={
          <EmptyState
            icon="user"
            title={customersTexts.empty}
            text={customersTexts.emptyText}
            action={add}
          />
        }
      />
      {isAdding && (
        <CustomerForm customer={null} onSaved={pages.again} onClose={() => setIsAdding(false)} />
      )}
    </Page>
  );
}
