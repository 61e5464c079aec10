/** Objects of the provider API: conditional changes, metadata, included objects, and refused parameters. */
import { DAY_MS } from '@quittance/contract/durations';
import { expect, it } from 'vitest';
import { useWorld } from '../../world/world.ts';
import { allOf, billThree, column, openDesk, type Row } from './three-invoices.ts';

const world = useWorld();

const desk = () => openDesk(world);

it('a change under If-Match is made only to the version that was read', async () => {
  const { call } = await desk();
  await billThree(call);
  const read = await call('GET', '/invoices/by-ref/erp-9');
  const { id } = read.body;
  const ifMatch = read.headers.get('etag') ?? '';
  expect((await call('GET', `/invoices/${id}`)).headers.get('etag')).toBe(ifMatch);

  const changed = await call('PATCH', `/invoices/${id}`, { ifMatch, body: { note: 'First' } });
  expect(changed).toMatchObject({ status: 200, body: { note: 'First' } });
  const late = await call('PATCH', `/invoices/${id}`, { ifMatch, body: { note: 'Second' } });
  expect(late).toMatchObject({ status: 412, body: { code: 'OBJECT_CHANGED' } });
  const newest = changed.headers.get('etag') ?? '';
  const body = { reason: 'wrong customer' };
  const voided = await call('POST', `/invoices/${id}/void`, { ifMatch: newest, key: 'v', body });
  expect(voided.status).toBe(200);

  const { body: customer, headers } = await call('POST', '/customers', {
    body: { customerRef: 'L-9', businessName: 'Fern', externalRef: 'crm-9' },
  });
  const path = `/customers/${customer.id}`;
  const seen = headers.get('etag') ?? '';
  expect((await call('GET', '/customers/by-ref/crm-9')).body).toEqual(customer);
  expect(column(await allOf(call, '/customers?externalRef=crm-9'), 'id')).toEqual([customer.id]);
  const both = await Promise.all(
    ['Fern A', 'Fern B'].map((businessName) =>
      call('PATCH', path, { ifMatch: seen, body: { businessName } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const nowhere = await call('POST', '/invoices/preview', { ifMatch: seen, body: {} });
  expect(nowhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

it('metadata is kept with customers, invoices and payments, and found by its pairs', async () => {
  const { call } = await desk();
  await billThree(call);
  const { body: invoice } = await call('GET', '/invoices/by-ref/erp-9');
  expect(invoice.metadata).toEqual({});
  const path = `/invoices/${invoice.id}`;
  const set = await call('PATCH', path, { body: { metadata: { region: 'west', team: 'a=b' } } });
  expect(set.body.metadata).toEqual({ region: 'west', team: 'a=b' });
  const merged = await call('PATCH', path, { body: { metadata: { region: 'east', team: null } } });
  expect(merged.body.metadata).toEqual({ region: 'east' });
  expect((await call('GET', path)).headers.get('etag')).toBe(merged.headers.get('etag'));

  const { body: customer } = await call('POST', '/customers', {
    body: { customerRef: 'L-8', businessName: 'Elm', metadata: { region: 'east', tier: '1' } },
  });
  expect(customer.metadata).toEqual({ region: 'east', tier: '1' });
  const cash = { method: 'CHECK', reference: '881', invoiceId: invoice.id, amount: 100 };
  const { body: payment } = await call('POST', '/manual-payments', { key: 'm', body: cash });
  const paymentPath = `/payments/${payment.id}`;
  const seen = await call('GET', `${paymentPath}?expand=invoice&expand=customer`);
  const ifMatch = seen.headers.get('etag') ?? '';
  const tagged = { ifMatch, body: { metadata: { batch: '7' } } };
  const changed = await call('PATCH', paymentPath, tagged);
  expect(changed.body.metadata).toEqual({ batch: '7' });
  expect((await call('GET', paymentPath)).headers.get('etag')).toBe(changed.headers.get('etag'));
  const late = await call('PATCH', paymentPath, tagged);
  expect(late).toMatchObject({ status: 412, body: { code: 'OBJECT_CHANGED' } });
  const ids = async (query: string) => column(await allOf(call, query), 'id');
  expect(await ids('/invoices?metadata=region%3Deast')).toEqual([invoice.id]);
  expect(await ids('/invoices?metadata=region%3Dwest')).toEqual([]);
  expect(await ids('/customers?metadata=region%3Deast&metadata=tier%3D1')).toEqual([customer.id]);
  expect(await ids('/payments?metadata=batch%3D7')).toEqual([payment.id]);

  const { call: stranger } = await desk();
  expect(await column(await allOf(stranger, '/invoices?metadata=region%3Deast'), 'id')).toEqual([]);
  const many = Object.fromEntries([...Array(50).keys()].map((n) => [`k${n}`, 'v']));
  const tooMany = await call('PATCH', path, { body: { metadata: many } });
  expect(tooMany).toMatchObject({ status: 400, body: { fields: [{ field: 'metadata' }] } });
});

it('invoices and payments include their customer, invoice and payments on request', async () => {
  const { call } = await desk();
  await billThree(call);
  const { customerId } = (await call('GET', '/invoices/by-ref/erp-9')).body;
  const tagged = { body: { metadata: { region: 'east' } } };
  const { body: customer } = await call('PATCH', `/customers/${customerId}`, tagged);
  const pay = (key: string, body: object) =>
    call('POST', '/manual-payments', { key, body: { method: 'CHECK', reference: key, ...body } });
  const [first, second] = await allOf(call, '/invoices?sort=accountRef');
  const { body: one } = await pay('m1', { invoiceId: first?.['id'], amount: 100 });
  const invoices = [first, second].map((invoice) => ({ invoiceId: invoice?.['id'], amount: 100 }));
  const { body: both } = await pay('m2', { invoices });

  const { body: invoice, headers } = await call('GET', '/invoices/by-ref/erp-9');
  const read = await call('GET', `/invoices/${invoice.id}?expand=customer`);
  expect(read.body).toEqual({ ...invoice, customer });
  expect(read.headers.get('etag')).toBe(headers.get('etag'));
  const byRef = await call('GET', '/invoices/by-ref/erp-9?expand=customer');
  expect(byRef.body.customer).toEqual(customer);
  const listed = await allOf(call, '/invoices?sort=accountRef&expand=customer');
  expect(listed[0]).toMatchObject({ id: invoice.id, customer });
  expect(listed[2]).toMatchObject({ customer: { businessName: 'Moss Boats', metadata: {} } });

  expect(column(await allOf(call, '/payments?reference=M1'), 'id')).toEqual([one.id]);
  const payments = await allOf(call, '/payments?expand=customer&expand=invoice', 10);
  const shown = new Map(payments.map((payment) => [payment['id'], payment]));
  expect(shown.get(one.id)).toMatchObject({ customer, invoice });
  expect(shown.get(both.id)).toMatchObject({ customer, invoice: null });
  const { body: detail } = await call('GET', `/payments/${one.id}?expand=invoice`);
  expect(detail).toMatchObject({ invoice });
  expect(detail).not.toHaveProperty('customer');
  const paid = await call('GET', `/invoices/${invoice.id}?expand=payments`);
  expect(paid.headers.get('etag')).toBe(headers.get('etag'));
  expect(paid.body.payments).toHaveLength(2);
  expect(paid.body.payments).toEqual(expect.arrayContaining([one, both]));
  const withPayments = await allOf(call, '/invoices?sort=accountRef&expand=payments', 10);
  const toPaymentIds = ({ payments: of }: Row) =>
    Array.isArray(of) ? column(of, 'id').sort() : [];
  const paymentIds = withPayments.map(toPaymentIds);
  expect(paymentIds).toEqual([[one.id, both.id].sort(), [both.id], []]);
  const unknown = await call('GET', `/payments/${one.id}?expand=plan`);
  expect(unknown.body.fields).toMatchObject([{ field: 'query.expand' }]);
});

it('a refused call names the parameter, the part of the request and how to sign in', async () => {
  const { call } = await desk();
  const unknown = await call('GET', '/invoices?shade=red');
  expect(unknown.body.fields).toEqual([
    { field: '(query)', message: expect.stringContaining('shade') },
  ]);
  expect((await call('GET', '/invoices?limit=0')).body.fields).toMatchObject([
    { field: 'query.limit' },
  ]);
  const nameless = await call('POST', '/invoices', { body: { shade: 'red' } });
  expect(nameless.body.fields).toContainEqual({
    field: '(body)',
    message: expect.stringContaining('shade'),
  });
  const type = 'application/json';
  const broken = await call('POST', '/customers', { body: Buffer.from('{"customerRef":'), type });
  expect(broken.body.fields).toEqual([{ field: '(body)', message: 'Expected valid JSON.' }]);
  const text = await call('POST', '/customers', { body: Buffer.from('ada'), type: 'text/plain' });
  expect(text).toMatchObject({ status: 415, body: { fields: [{ field: '(body)' }] } });
  const large = await call('POST', '/customers', { body: Buffer.alloc(200_000, ' '), type });
  expect(large.status).toBe(413);
  expect(large.body.fields).toEqual([
    { field: '(body)', message: expect.stringMatching(/^Expected at most \d+ bytes\.$/) },
  ]);
  const misnamed = await call('GET', '/customers/ada');
  expect(misnamed.status).toBe(404);
  expect(misnamed.body.fields).toEqual([
    { field: 'path.customerId', message: expect.stringMatching(/^Expected an ID such as /) },
  ]);
  const stranger = await call('GET', '/invoices', { bearer: 'qk_unknown' });
  expect(stranger.status).toBe(401);
  expect(stranger.body.detail).toMatch(/^Expected the header Authorization: Bearer/);
  expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
});

it('projects and contracts are found by their number and include their customer', async () => {
  const { call } = await desk();
  await billThree(call);
  const owner = { customerRef: 'L-2' };
  const roof = { ...owner, projectRef: 'P-1', name: 'Roof' };
  expect((await call('POST', '/projects', { body: roof })).status).toBe(201);
  await call('POST', '/projects', { body: { ...roof, projectRef: 'P-2' } });
  const terms = { ...owner, contractRef: 'K-1', typeName: 'Care', amount: 900 };
  const signed = await call('POST', '/contracts', { body: terms });
  expect(signed.status).toBe(201);
  const customer = { businessName: 'Moss Boats' };
  const projects = await allOf(call, '/projects?projectRef=p-1&expand=customer');
  expect(projects).toMatchObject([{ projectRef: 'P-1', customer }]);
  const contracts = await allOf(call, '/contracts?contractRef=k-1&expand=customer');
  expect(contracts).toMatchObject([{ contractRef: 'K-1', customer }]);
  for (const path of [`/contracts/${signed.body.id}`, `/projects/${projects[0]?.['id']}`]) {
    const read = await call('GET', path);
    const change = { ifMatch: read.headers.get('etag') ?? '', body: { status: 'Canceled' } };
    expect(await call('PATCH', path, change)).toMatchObject({ body: { status: 'Canceled' } });
    expect((await call('PATCH', path, change)).status).toBe(412);
  }
  const canceled = await allOf(call, '/projects?status=Closed&status=Canceled');
  expect(column(canceled, 'projectRef')).toEqual(['P-1']);
  await world.later(DAY_MS);
  const later = encodeURIComponent(world.deps.clock.now());
  expect(await allOf(call, `/projects?createdTo=${later}`)).toHaveLength(2);
  expect(await allOf(call, `/contracts?createdTo=${later}`)).toHaveLength(1);
  for (const kind of ['projects', 'contracts', 'plans', 'schedules', 'disputes']) {
    expect(await allOf(call, `/${kind}?createdFrom=${later}`)).toEqual([]);
    expect(await allOf(call, `/${kind}?createdTo=2020-01-01T00:00:00Z`)).toEqual([]);
  }
  expect(await allOf(call, '/disputes?state=OPEN&state=WON')).toEqual([]);
});

const CUSTOMER = { customerRef: 'L-7', businessName: 'Fern' };
const EXPIRED = { name: 'ERP', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' };
const INVOICE = {
  customerRef: 'L-1',
  accountRef: 'W-1',
  productName: 'Hull',
  dueDate: '2026-12-01',
  lines: [{ text: 'Hull', unitPrice: 100 }],
};

type Wrong = [
  method: 'GET' | 'POST',
  path: string,
  body: object | null,
  field: string,
  message: string,
];

it('a refused value names its field and what would be valid', async () => {
  const { call } = await desk();
  await billThree(call);
  const [first] = await allOf(call, '/invoices?accountRef=AB-1');
  const cash = { method: 'CASH', reference: 'W', invoiceId: first?.['id'], amount: 100 };
  const wrong: readonly Wrong[] = [
    ['GET', '/invoices?limit=0', null, 'query.limit', 'Expected at least 1.'],
    ['GET', '/invoices?limit=1000', null, 'query.limit', 'Expected at most 100.'],
    ['GET', '/invoices?limit=many', null, 'query.limit', 'Expected a number.'],
    ['GET', '/invoices?status=EATEN', null, 'query.status', 'Expected one of: IN_COLLECTION, '],
    ['GET', '/invoices?createdFrom=today', null, 'query.createdFrom', 'Expected a time such as 2'],
    ['GET', '/invoices?dueFrom=1.2.2026', null, 'query.dueFrom', 'Expected a date such as 2'],
    ['GET', '/invoices?customerId=7', null, 'query.customerId', 'Expected an ID such as '],
    ['GET', '/invoices?sort=size', null, 'query.sort', 'Expected one of: -createdAt, '],
    ['GET', '/invoices?metadata=west', null, 'query.metadata', 'A pair such as region=west'],
    ['GET', '/invoices?after=zzz', null, 'query.after', 'Expected `nextCursor` of the previous'],
    ['GET', '/invoices?shade=red', null, '(query)', 'Unknown: shade.'],
    ['GET', '/exports/customers?format=xml', null, 'query.format', 'Expected one of: ndjson, csv.'],
    ['GET', '/plans?shade=red', null, '(query)', 'Unknown: shade. Expected only: limit, after,'],
    ['GET', '/company?shade=red', null, '(query)', 'Unknown: shade.'],
    ['POST', '/customers', {}, 'customerRef', 'Missing. Expected a text.'],
    ['POST', '/customers', { ...CUSTOMER, customerRef: 7 }, 'customerRef', 'Expected a text.'],
    ['POST', '/customers', { ...CUSTOMER, email: 'ada' }, 'email', 'Expected an email address'],
    ['POST', '/customers', { ...CUSTOMER, language: 'xx' }, 'language', 'Expected one of: en, es.'],
    ['POST', '/customers', { ...CUSTOMER, shade: 'red' }, '(body)', 'Unknown: shade.'],
    [
      'POST',
      '/invoices',
      { ...INVOICE, total: 120 },
      'total',
      'Must equal the sum of the lines, 100',
    ],
    ['POST', '/invoices', { ...INVOICE, lines: [] }, 'total', 'Name total or lines'],
    ['POST', '/customers', { ...CUSTOMER, metadata: { 'a b': '' } }, 'metadata.a b', 'Up to 40'],
    ['POST', '/customers', { ...CUSTOMER, businessName: 'a\0' }, 'businessName', 'Expected no NUL'],
    ['POST', '/manual-payments', {}, '(body)', 'reference: Missing. Expected a text.'],
    ['POST', '/keys', EXPIRED, 'expiresAt', 'Expected a time after 2'],
    ['POST', '/webhook-endpoints', { url: 'nowhere' }, 'url', 'Expected an address such as https'],
    [
      'POST',
      '/manual-payments',
      { ...cash, receivedDate: '2099-01-01' },
      'receivedDate',
      'Expected 2',
    ],
  ];
  const found: unknown[] = [];
  for (const [index, [method, path, body]] of wrong.entries()) {
    const { body: problem } = await call(method, path, body ? { body, key: `w${index}` } : {});
    found.push([path, problem.fields]);
  }
  expect(found).toEqual(
    wrong.map(([, path, , field, message]) => [
      path,
      expect.arrayContaining([{ field, message: expect.stringContaining(message) }]),
    ]),
  );
  const { body: dated } = await call('GET', '/invoices?dueFrom=1.2.2026');
  expect(dated.fields).toHaveLength(1);
  const { body: keyless } = await call('POST', '/manual-payments', { body: cash });
  expect(keyless.fields).toMatchObject([
    { field: 'Idempotency-Key', message: expect.stringMatching(/^Missing/) },
  ]);
});
