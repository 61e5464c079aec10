import { expect, it } from 'vitest';
import { IMPORT_COLUMNS } from './import-columns.ts';
import { IMPORT_KINDS } from './import-schemas.ts';

it('each kind of import file has the listed columns', () => {
  const names = Object.entries(IMPORT_COLUMNS).map(([kind, columns]) => [
    kind,
    columns.names.join(' '),
  ]);
  expect(Object.fromEntries(names)).toEqual({
    customers:
      'customerRef externalRef firstName lastName businessName language email phone fullName copyEmails',
    projects: 'projectRef name startedOn customerRef status',
    contracts: 'contractRef typeName signedOn customerRef status amount currency',
    orders: 'orderRef name projectRef status total currency',
    estimates: 'estimateRef memo expiresOn projectRef item amount currency',
    invoices:
      'accountRef externalRef productName description poNumber note dueDate openedDate customerRef projectRef contractRef total balance paidBefore paid currency',
    lines: 'accountRef position text quantity unitPrice tax currency',
  });
  expect(IMPORT_COLUMNS.invoices.dates).toEqual(['dueDate', 'openedDate']);
});

it.each(IMPORT_KINDS)('no other name of a column of %s stands for two fields', (kind) => {
  const aliases = Object.values(IMPORT_COLUMNS[kind].aliases).flat();
  expect(new Set(aliases).size).toBe(aliases.length);
});
