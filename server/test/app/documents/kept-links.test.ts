/** Documents of links kept in memory (ADR 0128): a visit after any change shows the change. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@quittance/contract/durations';
import { getTableName, is, Table } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as access from '../../../src/schema/access.ts';
import * as arrangements from '../../../src/schema/arrangements.ts';
import * as parts from '../../../src/schema/attempt-parts.ts';
import * as companyTables from '../../../src/schema/companies.ts';
import * as customerTables from '../../../src/schema/customers.ts';
import * as inquiryTables from '../../../src/schema/inquiries.ts';
import * as invoiceTables from '../../../src/schema/invoices.ts';
import * as payments from '../../../src/schema/payments.ts';
import * as projectTables from '../../../src/schema/projects.ts';
import * as refundTables from '../../../src/schema/refunds.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../../world/company.ts';
import { newMerchant } from '../../world/merchant.ts';
import {
  addAttempt,
  addContract,
  addMethod,
  addPlan,
  addProject,
  addSchedule,
} from '../../world/own-rows.ts';
import { openTestPortal, type TestPortal } from '../../world/test-portal.ts';
import { writeDocuments } from '../../world/web-folder.ts';

let folder: string;
let portal: TestPortal;
let harbor: TestCompany;

const sent = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-kept-'));
  await writeDocuments(folder, '<!doctype html><head></head><body>__AMOUNT__</body></html>');
  portal = await openTestPortal({ webFolder: folder });
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
  sent.mockRestore();
});

const answersSchema = z.array(
  z.object({ url: z.string(), status: z.number(), body: z.looseObject({}) }),
);

/** Returns the embedded responses and the statements that the visit sent. */
async function visit({ token }: TestInvoice) {
  sent.mockClear();
  const { body } = await portal.ask({ method: 'GET', url: `/${harbor.domain}/pay/${token}` });
  const [, json = '[]'] = /id="first-answers">(.*)<\/script>/.exec(body) ?? [];
  const statements = sent.mock.calls.flatMap(([query]) => {
    const { text } = z.object({ text: z.string() }).catch({ text: '' }).parse(query);
    return /\bfrom\b/.test(text) ? [text] : [];
  });
  return { answers: answersSchema.parse(JSON.parse(json)), statements };
}

const addPlainInvoice = async () => {
  const projectId = await addProject(portal, harbor);
  const contractId = await addContract(portal, harbor);
  const invoice = await addInvoice(portal.deps, harbor);
  await portal.pool.query('update invoices set project_id = $1, contract_id = $2 where id = $3', [
    projectId,
    contractId,
    invoice.invoiceId,
  ]);
  return { ...invoice, projectId, contractId };
};
type PlainInvoice = Awaited<ReturnType<typeof addPlainInvoice>>;

const update = (set: string, id: string) =>
  portal.pool.query(
    `update ${set} where ${set.startsWith('companies') ? 'company_id' : 'id'} = $1`,
    [id],
  );

async function arrange(invoice: TestInvoice) {
  const { id: methodId } = await addMethod(portal, harbor);
  return { whose: harbor, invoice, methodId };
}

const CHANGES: [string, (invoice: PlainInvoice) => Promise<unknown>][] = [
  ['the invoice', ({ invoiceId }) => update("invoices set note = 'New'", invoiceId)],
  [
    'a line of the invoice',
    ({ invoiceId }) =>
      portal.pool.query(
        `insert into invoice_lines (company_id, invoice_id, customer_id, position, text, quantity,
           unit_price_cents, amount_cents, tax_cents) values ($1, $2, $3, 1, 'Line', 1000, 10000, 10000, 0)`,
        [harbor.companyId, invoiceId, harbor.customerId],
      ),
  ],
  ['the project', ({ projectId }) => update("projects set project_name = 'New'", projectId)],
  ['the contract', ({ contractId }) => update('contracts set paid_cents = 1', contractId)],
  ['the customer', () => update("customers set first_name = 'Ada'", harbor.customerId)],
  ['the company', () => update("companies set name = 'Harbor Two'", harbor.companyId)],
  ['the day', async () => portal.later(DAY_MS)],
  ['a payment', (invoice) => addAttempt(portal, { whose: harbor, invoice })],
  [
    'an objection',
    ({ invoiceId }) =>
      portal.pool.query(
        `insert into inquiries (company_id, id, customer_id, invoice_id, kind, text, is_by_link, created_at)
         values ($1, $2, $3, $4, 'DISPUTE', 'No', true, now())`,
        [harbor.companyId, randomUUID(), harbor.customerId, invoiceId],
      ),
  ],
  [
    'an attached method',
    async (invoice) => {
      const { id } = await addMethod(portal, harbor, { isSaved: false });
      await update(`invoices set attached_method_id = '${id}'`, invoice.invoiceId);
    },
  ],
  ['a plan', async (invoice) => addPlan(portal, await arrange(invoice))],
  ['a schedule', async (invoice) => addSchedule(portal, await arrange(invoice))],
];

/** Rows of these tables are shown only with a row that makes the version null. */
const SHOWN_WITH_OTHERS = ['refunds', 'installments', 'mandates', 'payment_methods'];

const TABLES = [
  access,
  arrangements,
  parts,
  companyTables,
  customerTables,
  inquiryTables,
  invoiceTables,
  payments,
  projectTables,
  refundTables,
].flatMap((schema) =>
  Object.values(schema)
    .filter((value) => is(value, Table))
    .map((table) => getTableName(table)),
);

const tablesIn = (statements: readonly string[]) =>
  new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join)\s+"?(\w+)/g)].flatMap(([, name = '']) =>
        TABLES.includes(name) ? [name] : [],
      ),
    ),
  );

describe('A link that is opened again', () => {
  it.each(CHANGES)(
    'the document of a link that is opened again shows a change of %s',
    async (_what, change) => {
      const invoice = await addPlainInvoice();
      const { answers: before } = await visit(invoice);
      const { answers: again, statements } = await visit(invoice);
      expect(again).toEqual(before);
      expect(statements.filter((text) => !text.includes('"companies"'))).toEqual([]);
      await change(invoice);
      const { answers } = await visit(invoice);
      expect(answers).not.toEqual(before);
      for (const { url, ...embedded } of answers) {
        const response = await portal.ask({ method: 'GET', url });
        expect(embedded).toEqual({ status: response.statusCode, body: response.json() });
      }
    },
  );

  it('the version of a link depends on every table that its document reads', async () => {
    const invoice = await addPlainInvoice();
    const first = await visit(invoice);
    const again = await visit(invoice);
    const read = tablesIn(first.statements);
    expect(read).toContain('refunds');
    const versioned = new Set([...tablesIn(again.statements), ...SHOWN_WITH_OTHERS]);
    expect([...read].filter((name) => !versioned.has(name))).toEqual([]);
  });
});
