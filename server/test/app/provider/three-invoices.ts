/** A company with its API client, and three invoices of two customers. */
import type { TestCompany } from '../../world/company.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import type { World } from '../../world/world.ts';

export type Desk = { company: TestCompany; call: Provider };

export async function openDesk(
  world: World,
  settings: Parameters<World['company']>[0] = {},
): Promise<Desk> {
  const company = await world.company(settings);
  return { company, call: await createProvider(world, company) };
}

export type Row = Record<string, unknown>;

export async function allOf(call: Provider, path: string, limit = 2): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = '';
  while (after !== null) {
    const sign = path.includes('?') ? '&' : '?';
    const page = after ? `&after=${after}` : '';
    const { body } = await call('GET', `${path}${sign}limit=${limit}${page}`);
    rows.push(...body.data);
    after = body.nextCursor;
  }
  return rows;
}

export const column = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

export async function billThree(call: Provider) {
  const bill = async (customerRef: string, accountRef: string, more: object) => {
    const body = { customerRef, accountRef, productName: 'Hull', ...more };
    return (await call('POST', '/invoices', { body })).body;
  };
  const ada = { customerRef: 'L-1', firstName: 'Ada', lastName: 'Pine', email: 'Ada@Example.com' };
  await call('POST', '/customers', { body: ada });
  await call('POST', '/customers', { body: { customerRef: 'L-2', businessName: 'Moss Boats' } });
  await bill('L-1', 'AB-1', { total: 500, dueDate: '2026-12-03', externalRef: 'erp-9' });
  await bill('L-1', 'AB-2', { total: 900, dueDate: '2026-12-01' });
  await bill('L-2', 'XY-3', { total: 700, dueDate: '2026-12-02' });
}
