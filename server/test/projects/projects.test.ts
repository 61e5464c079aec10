/** Projects with their related objects, and estimates (product §2.5, §7.6, R25). */
import { cents } from '@quittance/contract/money';
import {
  estimateSchema,
  orderSchema,
  projectSchema,
} from '@quittance/contract/projects/portal-schemas';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addAttempt, addEstimate, addOrder, addProject } from '../world/own-rows.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
const maya = forFile(() => portal.signIn(harbor));

async function toInvoice(company: TestCompany, projectId: string) {
  const invoice = await portal.invoice(company);
  await portal.pool.query('update invoices set project_id = $1 where id = $2', [
    projectId,
    invoice.invoiceId,
  ]);
  return invoice;
}

describe('Projects (product §7.6)', () => {
  it('a project has the balance of its invoices and orders', async () => {
    const projectId = await addProject(portal, harbor);
    await toInvoice(harbor, projectId);
    await addOrder(portal, harbor, { projectId, paidCents: cents(20_000) });
    await addOrder(portal, harbor, { projectId, status: 'Draft' });
    await addOrder(portal, harbor, { projectId, status: 'Canceled' });
    const { body } = await maya.call('project');
    const projects = z.array(projectSchema).parse(body['projects']);
    const project = projects.find((row) => row.id === projectId);
    expect(project).toMatchObject({ totalBalance: 60_000, paidBalance: 20_000 });
    expect((await maya.call(`project/${projectId}`)).body['project']).toEqual(project);
  });

  it('a project lists its orders and shows which orders can be paid', async () => {
    const projectId = await addProject(portal, harbor);
    const open = await addOrder(portal, harbor, { projectId });
    const draft = await addOrder(portal, harbor, { projectId, status: 'Draft' });
    const paid = await addOrder(portal, harbor, { projectId, paidCents: cents(50_000) });
    const { body } = await maya.call(`project/${projectId}/orders`);
    const orders = z.array(orderSchema).parse(body['orders']);
    const payable = Object.fromEntries(orders.map((row) => [row.id, row.isPayable]));
    expect(payable).toEqual({ [open]: true, [draft]: false, [paid]: false });
  });

  it('a project lists its invoices and their payments', async () => {
    const projectId = await addProject(portal, harbor);
    const [first, second] = [
      await toInvoice(harbor, projectId),
      await toInvoice(harbor, projectId),
    ];
    const elsewhere = await portal.invoice(harbor);
    const paymentId = await addAttempt(portal, { whose: harbor, invoice: first });
    await addAttempt(portal, { whose: harbor, invoice: elsewhere });
    const refs = new Set<unknown>();
    let cursor = '';
    do {
      const query = new URLSearchParams({ limit: '1', ...(cursor ? { cursor } : {}) });
      const { body } = await maya.call(`project/${projectId}/accounts?${query}`);
      const accounts = z.array(z.object({ accountRef: z.string() })).parse(body['accounts']);
      for (const account of accounts) refs.add(account.accountRef);
      cursor = z.string().nullable().parse(body['nextCursor']) ?? '';
    } while (cursor);
    expect(refs).toEqual(new Set([first.accountRef, second.accountRef]));
    const { body } = await maya.call(`project/${projectId}/transactions`);
    expect(body['transactions']).toMatchObject([{ id: paymentId }]);
  });

  it('a project lists the payments of its estimates and orders', async () => {
    const projectId = await addProject(portal, harbor);
    const estimateId = await addEstimate(portal, harbor, { projectId });
    const accepted = await accept(maya, estimateId);
    const orderId = await addOrder(portal, harbor, { projectId });
    const made = await maya.call('partial-request', {
      method: 'POST',
      body: { orders: [{ id: orderId, amount: 100 }] },
    });
    const request = z.object({ requestId: z.string() }).parse(made.body['request']);
    const paid: string[] = [];
    for (const requestId of [accepted.body['requestId'], request.requestId]) {
      const invoice = await portal.invoice(harbor);
      const attempt = await addAttempt(portal, { whose: harbor, invoice }, { purpose: 'ESTIMATE' });
      await portal.pool.query(
        'update attempts set request_id = $1, invoice_id = null where id = $2',
        [requestId, attempt],
      );
      paid.push(attempt);
    }
    const { body } = await maya.call(`project/${projectId}/transactions`);
    const rows = z.array(z.object({ id: z.string() })).parse(body['transactions']);
    expect(rows.map((row) => row.id).toSorted()).toEqual(paid.toSorted());
  });
});

function accept(caller: Caller, estimateId: string, method = 'POST') {
  return caller.call(`project/estimate-accept/${estimateId}`, { method });
}

async function readEstimate(estimateId: string) {
  const { body } = await maya.call(`project/estimate/${estimateId}`);
  return estimateSchema.parse(body['estimate']);
}

describe('Estimates (R25)', () => {
  it('an accepted estimate always returns the same request, by POST and by GET', async () => {
    const projectId = await addProject(portal, harbor);
    const estimateId = await addEstimate(portal, harbor, { projectId });
    expect(await readEstimate(estimateId)).toMatchObject({
      status: 'Open',
      isAcceptable: true,
      requestId: null,
      payable: null,
    });
    const answers = await Promise.all([
      accept(maya, estimateId),
      accept(maya, estimateId, 'GET'),
      accept(maya, estimateId),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const [requestId, ...others] = new Set(answers.map((answer) => answer.body['requestId']));
    expect(others).toEqual([]);
    expect(await readEstimate(estimateId)).toMatchObject({
      status: 'Processed',
      isAcceptable: false,
      requestId,
      payable: {
        isPayable: true,
        isProcessing: false,
        amount: 20_000,
        options: ['PAY_IN_FULL'],
        fees: { card: { fee: 630 } },
      },
    });
    const { rows } = await portal.pool.query(
      "select count(*)::int as count from audit where action = 'estimate.accepted' and subject = $1",
      [`estimate:${estimateId}`],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it.each(['Draft', 'Expired', 'Canceled'] as const)(
    'an estimate that is %s cannot be accepted',
    async (status) => {
      const projectId = await addProject(portal, harbor);
      const estimateId = await addEstimate(portal, harbor, { projectId, status });
      const answer = await accept(maya, estimateId);
      expect(answer).toEqual({
        status: 409,
        body: { success: false, message: 'ESTIMATE_NOT_OPEN' },
      });
      expect((await readEstimate(estimateId)).status).toBe(status);
    },
  );

  it('an estimate can be accepted until the end of its last day', async () => {
    const projectId = await addProject(portal, harbor);
    const today = portal.deps.clock.today('America/New_York');
    const last = await addEstimate(portal, harbor, { projectId, expiresOn: today });
    expect((await accept(maya, last)).status).toBe(200);
    const late = await addEstimate(portal, harbor, { projectId });
    await portal.pool.query('update estimates set expires_on = $1::date - 1 where id = $2', [
      today,
      late,
    ]);
    expect((await readEstimate(late)).isAcceptable).toBe(false);
    expect((await accept(maya, late)).body.message).toBe('ESTIMATE_NOT_OPEN');
  });

  it('opening the URL of an estimate does not accept the estimate', async () => {
    const projectId = await addProject(portal, harbor);
    const estimateId = await addEstimate(portal, harbor, { projectId });
    const path = `${portal.url}/api/portal/project/estimate-accept/${estimateId}`;
    expect((await fetch(path)).status).toBe(401);
    expect((await readEstimate(estimateId)).status).toBe('Open');
  });
});
