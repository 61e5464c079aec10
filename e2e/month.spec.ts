/** A month of a small company (R89, R90, R92, R98): every figure is compared with sums over postings. */
import { readFile } from 'node:fs/promises';
import { run } from './database.ts';
import { readInvoiceLedger, readJournalLedger } from './ledger.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

const CUSTOMER = { ref: 'MONTH-1', email: 'ines.vale@example.com' };
const [REPAIR, VISIT, TRIP] = ['MONTH-100', 'MONTH-200', 'MONTH-300'] as const;

/** The journal has only days that are over, so the postings of the customer are moved to the day before. */
const A_DAY_EARLIER = `
  update postings p set at = p.at - interval '1 day'
  from customers c where c.customer_ref = $1 and p.company_id = c.company_id
    and p.customer_id = c.id`;

const INSERT_LINES = `
  insert into invoice_lines (company_id, invoice_id, customer_id, position, text, quantity,
    unit_price_cents, amount_cents, tax_cents)
  select i.company_id, i.id, i.customer_id, l.position, l.text, 1000, l.cents, l.cents, 0
  from invoices i, (values (1, 'Drive', 4000), (2, 'Parking', 2000)) l (position, text, cents)
  where i.account_ref = $1`;

test('a month of a small company: attachment, bounced check, credit note, credit, journal', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const { dataDir } = portal;
  const paidOn = async (...refs: string[]) =>
    Promise.all(refs.map(async (ref) => (await readInvoiceLedger(dataDir, ref)).paid));

  await test.step('a drawing is attached to an invoice, and its payer opens it (R98)', async () => {
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.importRows('Customers', {
      name: 'customers.csv',
      text: `customerRef,firstName,lastName,email\n${CUSTOMER.ref},Ines,Vale,${CUSTOMER.email}\n`,
    });
    await desk.importRows('Invoices', {
      name: 'invoices.csv',
      text: [
        'accountRef,customerRef,productName,total,dueDate',
        `${REPAIR},${CUSTOMER.ref},Repair,100.00,2030-01-31`,
        `${TRIP},${CUSTOMER.ref},Trip,60.00,2030-03-31`,
        `${VISIT},${CUSTOMER.ref},Visit,40.00,2030-02-28`,
        '',
      ].join('\n'),
    });
    await desk.openRow('/invoices', REPAIR);
    const attachments = page.getByRole('region', { name: 'Attachments' });
    const field = attachments.getByLabel('Add a file');
    const page1 = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') };
    await field.setInputFiles(page1);
    await expect(attachments.getByText('Wrong file format')).toBeVisible();
    const drawing = Buffer.from('%PDF-1.7 drawing');
    await field.setInputFiles({ name: 'Roof plan.pdf', mimeType: 'text/plain', buffer: drawing });
    await expect(page.getByText('File attached.')).toBeVisible();
    await expect(attachments.getByRole('button', { name: 'Roof-plan.pdf' })).toHaveCount(2);
    await expectNoViolations(page, 'an invoice with an attachment');
    // The toast covers the button.
    await page.reload();
    await desk.sendInvoice();
    const link = await portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
    const payer = await context.newPage();
    await payer.goto(link);
    const download = payer.waitForEvent('download');
    await payer.getByRole('button', { name: 'Roof-plan.pdf (1 kB)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Roof-plan.pdf');
    expect(await readFile(await file.path())).toEqual(drawing);
    await expectNoViolations(payer, 'the invoice of a payer with an attachment');
    await payer.close();
  });

  await test.step('a check for a customer pays the oldest invoices and bounces (R89)', async () => {
    await desk.addPasskey(portal, 'Work laptop');
    await desk.openRow('/customers', 'Ines Vale');
    await page.getByRole('button', { name: 'Record payment' }).click();
    await desk.fill({ Amount: '120.00', Number: '1042' });
    await expect(desk.dialog.getByText(VISIT)).toBeVisible();
    await expectNoViolations(page, 'the dialog of a recorded payment');
    await desk.dialog.getByRole('button', { name: 'Record $120.00' }).click();
    await expect(page.getByText('Payment recorded.')).toBeVisible();
    expect(await paidOn(REPAIR, VISIT, TRIP)).toEqual([10_000, 2000, 0]);
    await page.getByRole('row').filter({ hasText: 'Check 1042' }).getByRole('link').first().click();
    await desk.expectHeading('Payment of $120.00');
    await page.getByRole('button', { name: 'Reverse payment' }).click();
    await desk.fill({ Reason: 'No funds' });
    await desk.dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await expect(page.getByText('Payment reversed.')).toBeVisible();
    await expect(page.getByText('Returned').first()).toBeVisible();
    expect(await paidOn(REPAIR, VISIT, TRIP)).toEqual([0, 0, 0]);
  });

  await test.step('a credit note on a partly paid invoice leaves credit, which pays another one (R90)', async () => {
    await desk.openRow('/invoices', REPAIR);
    await page.getByRole('button', { name: 'Record payment' }).click();
    await desk.fill({ Amount: '70.00', Number: '1043' });
    await desk.dialog.getByRole('button', { name: 'Record $70.00' }).click();
    await expect(page.getByText('Payment recorded.')).toBeVisible();
    await page.getByRole('button', { name: 'Add credit note' }).click();
    await desk.fill({ Amount: '55.00', Reason: 'Two hours less' });
    await expect(desk.dialog.getByText('$25.00 would become credit')).toBeVisible();
    await expectNoViolations(page, 'the dialog of a credit note');
    await desk.dialog.getByRole('button', { name: 'Credit $55.00' }).click();
    await expect(page.getByText('Credit note CN-0001 added.')).toBeVisible();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF of CN-0001' }).click();
    expect((await file).suggestedFilename()).toBe('credit-note-CN-0001.pdf');
    await desk.openRow('/customers', 'Ines Vale');
    await page.getByRole('button', { name: 'Apply credit' }).click();
    await expectNoViolations(page, 'the dialog that applies credit');
    await desk.dialog.getByRole('button', { name: 'Apply $25.00' }).click();
    await expect(page.getByText('Credit applied.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply credit' })).toHaveCount(0);
    expect(await paidOn(REPAIR, VISIT, TRIP)).toEqual([10_000, 2500, 0]);
  });

  await test.step('a whole line of an invoice is credited (R90)', async () => {
    await run(dataDir, [[INSERT_LINES, [TRIP]]]);
    await desk.openRow('/invoices', TRIP);
    await page.getByRole('button', { name: 'Add credit note' }).click();
    await desk.dialog.getByRole('checkbox', { name: 'Parking · $20.00' }).check({ force: true });
    await expect(desk.dialog.getByLabel('Amount')).toHaveValue('20.00');
    await desk.fill({ Reason: 'Paid by ourselves' });
    await expectNoViolations(page, 'the dialog of a credit note with lines');
    await desk.dialog.getByRole('button', { name: 'Credit $20.00' }).click();
    await expect(page.getByText('Credit note CN-0002 added.')).toBeVisible();
    expect(await paidOn(REPAIR, VISIT, TRIP)).toEqual([10_000, 2500, 2000]);
  });

  await test.step('the journal of the month agrees with the postings (R92)', async () => {
    await run(dataDir, [
      ['set session_replication_role = replica', []],
      [A_DAY_EARLIER, [CUSTOMER.ref]],
    ]);
    await desk.open('/settings/accounting', 'Accounting');
    await expectNoViolations(page, 'the accounting settings');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download journal' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const sums = { debit: 0, credit: 0, receivable: 0, credited: 0 };
    for (const row of text.trim().split('\r\n').slice(1)) {
      const [, , account, debit, credit] = row.split(',');
      const [toDebit, toCredit] = [toCents(debit), toCents(credit)];
      sums.debit += toDebit;
      sums.credit += toCredit;
      if (account === 'Accounts Receivable') sums.receivable += toDebit - toCredit;
      if (account === 'Sales Returns and Allowances') sums.credited += toDebit - toCredit;
    }
    const ledger = await readJournalLedger(dataDir, 'harbor');
    expect(sums).toEqual({
      debit: ledger.moved,
      credit: ledger.moved,
      receivable: ledger.receivable,
      credited: ledger.credited,
    });
  });
});

const toCents = (text = '') => Math.round(Number(text) * 100);
