/** A company's own system bills a customer, and a payer pays the bill (R39, R47). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let call: Provider;

const world = useWorld();

beforeAll(async () => {
  company = await world.company();
  call = await createProvider(world, company);
});

const CUSTOMER = {
  customerRef: 'A-100',
  firstName: 'Ada',
  lastName: 'Pine',
  email: 'ada@example.com',
};

async function newCustomer(customerRef: string) {
  const { body } = await call('POST', '/customers', { body: { ...CUSTOMER, customerRef } });
  return body;
}

const invoiceFor = (customerRef: string, accountRef: string) => ({
  customerRef,
  accountRef,
  productName: 'Roof repair',
  dueDate: '2026-12-15',
  total: 12_000,
});

describe('Billing through the API', () => {
  it('a company adds a customer, issues an invoice with lines, and gets a link that a payer can open', async () => {
    const customer = await call('POST', '/customers', { body: CUSTOMER });
    expect(customer.status).toBe(201);
    expect(customer.body).toMatchObject({ type: 'person', email: 'ada@example.com', phone: null });

    const lines = [
      { text: 'Shingles', quantity: 2.5, unitPrice: 3333, tax: 500 },
      { text: 'Discount', unitPrice: -333 },
    ];
    const invoice = await call('POST', '/invoices', {
      body: {
        customerRef: 'a-100',
        accountRef: 'R-1',
        externalRef: 'erp/1',
        productName: 'Roof repair',
        poNumber: 'PO 7',
        dueDate: '2026-12-15',
        lines,
      },
    });
    expect(invoice.status).toBe(201);
    expect(invoice.body).toMatchObject({
      customerId: customer.body.id,
      status: 'DUE',
      total: 8500,
      tax: 500,
      balance: 8500,
      openedDate: '2026-11-15',
      lines: [{ amount: 8333, quantity: 2.5 }, { amount: -333 }],
    });

    const link = await call('POST', `/invoices/${invoice.body.id}/links`);
    expect(link.status).toBe(201);
    expect(link.body.url).toMatch(/^http:\/\/portal\.test\/harbor-\w+\/pay\/[a-z2-7]{32}$/);
    const token = link.body.url.split('/').at(-1);
    const shown = await fetch(`${world.url}/api/portal/public/request`, {
      headers: { authorization: `Link ${token}` },
    });
    expect(shown.status).toBeLessThan(500);
    const links = await call('GET', `/invoices/${invoice.body.id}/links`);
    expect(links.body.data).toMatchObject([{ id: link.body.id, revokedAt: null }]);
    expect(JSON.stringify(links.body)).not.toContain(token);
  });

  it('an upsert by reference changes nothing when repeated, and a paid invoice is not billed again', async () => {
    await newCustomer('A-200');
    const body = invoiceFor('A-200', 'R-2');
    const first = await call('PUT', '/invoices/by-ref/erp-2', { body });
    const again = await call('PUT', '/invoices/by-ref/erp-2', { body });
    expect(again.body).toEqual(first.body);
    const cheaper = await call('PUT', '/invoices/by-ref/erp-2', { body: { ...body, total: 9000 } });
    expect(cheaper.body).toMatchObject({ id: first.body.id, total: 9000, balance: 9000 });

    const cash = { invoiceId: first.body.id, amount: 9000, method: 'CASH', reference: 'Q-1' };
    const paid = await call('POST', '/manual-payments', { body: cash, key: 'cash 1' });
    expect(paid.status).toBe(201);
    expect(
      (await call('PUT', '/invoices/by-ref/erp-2', { body: { ...body, total: 9000 } })).status,
    ).toBe(200);
    const refused = await call('PUT', '/invoices/by-ref/erp-2', { body });
    expect([refused.status, refused.body.code]).toEqual([409, 'INVOICE_NOT_CHANGEABLE']);
  });

  it('a cash payment is recorded once under one key and can be reversed', async () => {
    await newCustomer('A-300');
    const { body: invoice } = await call('POST', '/invoices', { body: invoiceFor('A-300', 'R-3') });
    const cash = { invoiceId: invoice.id, amount: 12_000, method: 'CASH', reference: 'Q-2' };
    const answers = await Promise.all([
      call('POST', '/manual-payments', { body: cash, key: 'cash 2' }),
      call('POST', '/manual-payments', { body: cash, key: 'cash 2' }),
    ]);
    expect(answers[0].body).toEqual(answers[1].body);
    const other = await call('POST', '/manual-payments', {
      body: { ...cash, amount: 1 },
      key: 'cash 2',
    });
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await call('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'COLLECTED',
    });

    const paymentId = answers[0].body.id;
    const reversal = { body: { cause: 'ERROR', reason: 'Counterfeit' }, key: 'reversal 2' };
    await call('POST', `/manual-payments/${paymentId}/reverse`, reversal);
    const payment = await call('GET', `/payments/${paymentId}`);
    expect(payment.body.timeline.map(({ to }: { to: string }) => to)).toEqual([
      'SUCCEEDED',
      'RETURNED',
    ]);
    expect((await call('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'DUE',
      paid: 0,
    });
  });

  it('a voided invoice loses its links and is hidden from its customer', async () => {
    const customer = await newCustomer('A-400');
    const { body: invoice } = await call('POST', '/invoices', { body: invoiceFor('A-400', 'R-4') });
    await call('POST', `/invoices/${invoice.id}/links`);
    const voided = await call('POST', `/invoices/${invoice.id}/void`, {
      body: { reason: 'Billed twice' },
      key: 'void 4',
    });
    expect(voided.body).toMatchObject({ status: 'DRAFT', voidedAt: expect.any(String) });
    const { companyId } = company;
    const scope = { companyId, customerId: customer.id };
    const seen = await world.deps.database.readForCompany(scope, (tx) =>
      tx.execute('select count(*)::int as count from invoices'),
    );
    expect(seen.rows).toEqual([{ count: 0 }]);
    const links = await call('GET', `/invoices/${invoice.id}/links`);
    expect(links.body.data[0].revokedAt).toEqual(expect.any(String));
    const again = await call('POST', `/invoices/${invoice.id}/issue`);
    expect(again.body.code).toBe('INVOICE_NOT_CHANGEABLE');
  });

  it('an overdue invoice can be written off', async () => {
    await newCustomer('A-500');
    const overdue = { ...invoiceFor('A-500', 'R-5'), dueDate: '2026-10-01' };
    const { body: invoice } = await call('POST', '/invoices', { body: overdue });
    expect(invoice.status).toBe('IN_COLLECTION');
    const written = { body: { reason: 'Bankrupt' }, key: 'write-off 5' };
    const { body } = await call('POST', `/invoices/${invoice.id}/write-off`, written);
    expect(body.status).toBe('DEFAULTED');
  });

  it('invoices are paged, newest first', async () => {
    await newCustomer('A-600');
    for (const number of [1, 2, 3]) {
      await call('POST', '/invoices', { body: invoiceFor('A-600', `P-${number}`) });
    }
    const seen: string[] = [];
    let after = '';
    do {
      const { body } = await call('GET', `/invoices?limit=2${after && `&after=${after}`}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      after = body.nextCursor ?? '';
    } while (after !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(8);
  });
});

describe('Test customers (R34)', () => {
  it('the API allows at most two test customers per company', async () => {
    const fresh = await createProvider(world, await world.company());
    const add = (customerRef: string) =>
      fresh('POST', '/customers', { body: { ...CUSTOMER, customerRef, isTest: true } });
    const answers = await Promise.all(['T-1', 'T-2', 'T-3'].map(add));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TEST_DEBTORS_MAX_2');
  });
});
