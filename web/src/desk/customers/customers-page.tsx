// All customers of the company.

import { formatPhone } from '@quittance/contract/companies/company-contact';
import { toName } from '../records/names.ts';
import { TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import { customersTexts } from '../texts/customers.ts';
import { CustomerForm } from './customer-form.tsx';

const { columns: headers } = customersTexts;

export const CustomersPage = createListPage({
  call: 'listCustomers',
  title: customersTexts.title,
  views: 'customers',
  search: customersTexts.search,
  defaultSort: '-createdAt',
  columns: ({ paths, moments: { day } }) => [
    {
      header: headers.name,
      sort: 'name',
      cell: (customer) => (
        <TitleCell
          href={paths.customer(customer.id)}
          title={toName(customer)}
          note={customer.email ?? customer.customerRef}
        />
      ),
    },
    {
      header: headers.customerRef,
      width: '148px',
      sort: 'customerRef',
      cell: ({ customerRef }) => customerRef,
    },
    { header: headers.email, width: '26%', from: 'desktop', cell: ({ email }) => email },
    {
      header: headers.phone,
      width: '148px',
      from: 'desktop',
      cell: ({ phone }) => phone && formatPhone(phone),
    },
    {
      header: headers.created,
      width: '124px',
      sort: 'createdAt',
      from: 'desktop',
      align: 'end',
      cell: ({ createdAt }) => day(createdAt),
    },
  ],
  csv: {
    fileName: 'customers.csv',
    columns: [
      { header: headers.name, value: toName },
      { header: headers.customerRef, value: ({ customerRef }) => customerRef },
      { header: headers.type, value: ({ type }) => customersTexts.types[type] },
      { header: headers.email, value: ({ email }) => email },
      { header: headers.phone, value: ({ phone }) => phone },
      { header: headers.language, value: ({ language }) => language },
      { header: headers.created, value: ({ createdAt }) => createdAt },
    ],
  },
  add: {
    label: customersTexts.add,
    dialog: (props) => <CustomerForm customer={null} {...props} />,
  },
  empty: { icon: 'user', title: customersTexts.empty, text: customersTexts.emptyText },
});
