// The latest invoices of a customer.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ItemOf } from '../api/call-types.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { Table } from '../table/table.tsx';
import { customersTexts } from '../texts/customers.ts';
import { invoicesTexts } from '../texts/invoices.ts';
import { InvoiceBadge } from './status-badges.tsx';

type InvoiceListProps = { invoices: readonly ItemOf<'listInvoices'>[]; action: ReactNode };

export function InvoiceList({ invoices, action }: InvoiceListProps) {
  const paths = usePaths();
  const { columns } = invoicesTexts;
  return (
    <Section title={customersTexts.invoices} action={action}>
      <Table
        caption={customersTexts.invoices}
        empty={customersTexts.noInvoices}
        rows={invoices}
        rowKey={({ id }) => id}
        columns={[
          {
            header: columns.accountRef,
            cell: ({ id, accountRef }) => <Link to={paths.invoice(id)}>{accountRef}</Link>,
          },
          { header: columns.dueDate, cell: ({ dueDate }) => formatDay(dueDate) },
          { header: columns.status, cell: (invoice) => <InvoiceBadge invoice={invoice} /> },
          { header: columns.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          { header: columns.balance, align: 'end', cell: ({ balance }) => formatMoney(balance) },
        ]}
      />
    </Section>
  );
}
