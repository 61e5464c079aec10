/** A company adds a project with orders and an estimate, and its customer finds them in the portal (product §2). */
import { beforeAll, describe, expect, it } from 'vitest';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

let call: Provider;

const world = useWorld();

beforeAll(async () => {
  call = await createProvider(world, await world.company());
});

const person = (customerRef: string) => ({ customerRef, firstName: 'Ada', lastName: 'Pine' });

describe('A project', () => {
  it('a project contains only orders, estimates and invoices of its own customer', async () => {
    const { body: ada } = await call('POST', '/customers', { body: person('P-1') });
    await call('POST', '/customers', { body: person('P-2') });
    const roof = { customerId: ada.id, projectRef: 'ROOF-1', name: 'Roof' };
    const project = await call('POST', '/projects', { body: roof });
    expect(project.body).toMatchObject({ status: 'Open', startedOn: '2026-11-15' });
    const again = await call('POST', '/projects', { body: { ...roof, projectRef: 'roof-1' } });
    expect(again.body.code).toBe('PROJECT_REF_ALREADY_USED');

    const path = `/projects/${project.body.id}`;
    await call('POST', `${path}/orders`, {
      body: { orderRef: 'O-1', name: 'Tiles', total: 90_000 },
    });
    const items = [
      { name: 'Tiles', amount: 90_000 },
      { name: 'Work', amount: 45_000 },
    ];
    const offer = { estimateRef: 'E-1', memo: 'New roof', expiresOn: '2026-12-31', items };
    expect((await call('POST', `${path}/estimates`, { body: offer })).body.total).toBe(135_000);
    expect((await call('GET', `${path}/orders`)).body.data).toMatchObject([{ orderRef: 'O-1' }]);
    expect((await call('GET', `${path}/estimates`)).body.data).toMatchObject([{ status: 'Open' }]);

    const bill = { accountRef: 'PI-1', productName: 'Tiles', total: 100, dueDate: '2026-12-01' };
    const projectId = project.body.id;
    const foreign = { ...bill, customerRef: 'P-2', projectId };
    const refused = await call('POST', '/invoices', { body: foreign });
    expect(refused.body).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ field: 'projectId' }],
    });
    expect(
      (await call('POST', '/invoices', { body: { ...bill, customerRef: 'P-1', projectId } }))
        .status,
    ).toBe(201);
    const closed = await call('PATCH', path, { body: { status: 'Closed' } });
    expect(closed.body).toMatchObject({ name: 'Roof', status: 'Closed' });
  });
});

describe('A contract', () => {
  it('a contract is added once under its number, listed by customer, and canceled', async () => {
    const { body: kim } = await call('POST', '/customers', { body: person('C-9') });
    const care = { customerRef: 'C-9', contractRef: 'K-1', typeName: 'Care plan', amount: 50_000 };
    const contract = await call('POST', '/contracts', { body: care });
    expect(contract.status).toBe(201);
    expect((await call('POST', '/contracts', { body: care })).body.code).toBe(
      'CONTRACT_REF_ALREADY_USED',
    );
    const listed = await call('GET', `/contracts?customerId=${kim.id}`);
    expect(listed.body.data).toMatchObject([{ contractRef: 'K-1', status: 'Active', paid: 0 }]);
    const canceled = await call('PATCH', `/contracts/${contract.body.id}`, {
      body: { status: 'Canceled' },
    });
    expect(canceled.body.status).toBe('Canceled');
  });
});
