import { expect, it } from 'vitest';
import { IMPORT_COLUMNS } from './import-columns.ts';

it('each kind of import file has the listed columns', () => {
  const names = Object.entries(IMPORT_COLUMNS).map(([kind, columns]) => [
    kind,
    columns.names.join(' '),
  ]);
  expect(Object.fromEntries(names)).toEqual({
    customers:
      'customerRef externalRef firstName lastName businessName language email phone copyEmails',
    projects: 'projectRef name startedOn customerRef status',
    contracts: 'contractRef typeName signedOn customerRef status amount',
    orders: 'orderRef name projectRef status total',
    estimates: 'estimateRef memo expiresOn projectRef item amount',
    invoices:
      'accountRef externalRef productName description poNumber note dueDate openedDate customerRef projectRef contractRef total paidBefore paid',
    lines: 'accountRef position text quantity unitPrice tax',
  });
  const { dates, aliases } = IMPORT_COLUMNS.invoices;
  expect(dates).toEqual(['dueDate', 'openedDate']);
  expect(aliases).toEqual({ openedAt: 'openedDate' });
});
