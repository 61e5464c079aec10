/** A month of a small company (R89, R90, R92–R94, R98): every figure is compared with sums over postings. */
import { readFile } from 'node:fs/promises';
import { queryOne, run } from './database.ts';
import { readCreditLedger, readInvoiceLedger, readJournalLedger } from './ledger.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

const CUSTOMER = { ref: 'MONTH-1', email: 'ines.vale@example.com' };
const BOOKS = 'books@vale.example';
const [REPAIR, VISIT, TRIP] = ['MONTH-100', 'MONTH-200', 'MONTH-300'] as const;
const LATE = 'MONTH-400';

/** The portal's clock, which another test may have moved. */
const NOW = 'select (extract(epoch from max(at)) * 1000)::float8 as now from audit';
const REMIND = `select public.enqueue_job('send_reminders', '{}', now(), 'month')`;
const DAY_MS = 86_400_000;

/** Reminders are sent in the daytime: the zone in which it is noon, where the day is that of UTC. */
function zoneAtNoon(now: Date): string {
  const behind = now.getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? '-' : '+'}${Math.abs(behind)}`;
}

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

test('a month of a small company: attachment, bounced check, credit note, credit, reminder, journal', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const { dataDir } = portal;
  let link = '';
  const paidOn = async (...refs: string[]) =>
    Promise.all(refs.map(async (ref) => (await readInvoiceLedger(dataDir, ref)).paid));
  /** The balance in the console is the total less what the postings settled. */
  const expectBalance = async (ref: string) => {
    const { total, paid } = await readInvoiceLedger(dataDir, ref);
    await desk.openRow('/invoices', ref);
    const balance = page.getByRole('term').filter({ hasText: /^Balance due$/ });
    await expect(balance.locator('+ dd')).toHaveText(toDollars(total - paid));
  };
  /** Notes of a company are numbered, and other stories add some. */
  const addedNote = async () => {
    const toast = page.getByText(/^Credit note CN-\d+ added\.$/);
    await expect(toast).toBeVisible();
    return /CN-\d+/.exec(await toast.innerText())?.[0] ?? '';
  };
  const expectCredit = async (cents: number) => {
    expect(await readCreditLedger(dataDir, CUSTOMER.ref)).toBe(cents);
    await desk.openRow('/customers', 'Ines Vale');
    await expect(page.getByRole('region', { name: 'Credit' })).toContainText(toDollars(cents));
  };

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
    link = await portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
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
    await desk.dialog.getByLabel('Cause').selectOption({ label: 'The bank returned it' });
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
    // The link of the email, which was used.
    const links = page.getByRole('region', { name: 'Public links' });
    await expect(links.getByRole('button', { name: 'Revoke' })).toBeVisible();
    const hiddenPx = await links
      .getByRole('table')
      .evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth);
    expect(hiddenPx).toBe(0);
    await page.getByRole('button', { name: 'Add credit note' }).click();
    await desk.fill({ Amount: '55.00', Reason: 'Two hours less' });
    await expect(desk.dialog.getByText('$25.00 would become customer credit')).toBeVisible();
    await expectNoViolations(page, 'the dialog of a credit note');
    await desk.dialog.getByRole('button', { name: 'Credit $55.00' }).click();
    const number = await addedNote();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: `PDF of ${number}` }).click();
    expect((await file).suggestedFilename()).toBe(`credit-note-${number}.pdf`);
    const payer = await context.newPage();
    await payer.goto(link);
    const split = '$30.00 was deducted from the invoice. $25.00 became account credit.';
    await expect(payer.getByText(split)).toBeVisible();
    await expectNoViolations(payer, 'the invoice of a payer with a credit note');
    await payer.close();
    await expectCredit(2500);
    await page.getByRole('button', { name: 'Apply credit' }).click();
    await expectNoViolations(page, 'the dialog that applies credit');
    await desk.dialog.getByRole('button', { name: 'Apply $25.00' }).click();
    await expect(page.getByText('Credit applied.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply credit' })).toHaveCount(0);
    expect(await paidOn(REPAIR, VISIT, TRIP)).toEqual([10_000, 2500, 0]);
    expect(await readCreditLedger(dataDir, CUSTOMER.ref)).toBe(0);
    await expectBalance(VISIT);
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
    await addedNote();
    expect(await paidOn(REPAIR, VISIT, TRIP)).toEqual([10_000, 2500, 2000]);
  });

  await test.step('a paid invoice is voided, and its check becomes credit (R90)', async () => {
    await page.getByRole('button', { name: 'Record payment' }).click();
    await desk.fill({ Amount: '40.00', Number: '1045' });
    await desk.dialog.getByRole('button', { name: 'Record $40.00' }).click();
    await expect(page.getByText('Payment recorded.')).toBeVisible();
    await page.getByRole('button', { name: 'Void and refund' }).click();
    await desk.fill({ Reason: 'Called off' });
    await expectNoViolations(page, 'the dialog that voids a paid invoice');
    await desk.dialog.getByRole('button', { name: 'Void and refund' }).click();
    await expect(page.getByText('Invoice voided.')).toBeVisible();
    await expectCredit(4000);
  });

  await test.step('a reminder with its own text reaches the customer and a contact in copy (R93, R94)', async () => {
    const now = new Date((await queryOne<{ now: number }>(dataDir, NOW, [])).now);
    const dueDate = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
    await desk.importRows('Invoices', {
      name: 'late.csv',
      text: `accountRef,customerRef,productName,total,dueDate\n${LATE},${CUSTOMER.ref},Check-up,30.00,${dueDate}\n`,
    });
    await desk.openRow('/invoices', LATE);
    await page.getByRole('button', { name: 'Record payment' }).click();
    await desk.fill({ Amount: '12.50', Number: '1044' });
    await desk.dialog.getByRole('button', { name: 'Record $12.50' }).click();
    await expect(page.getByText('Payment recorded.')).toBeVisible();
    await desk.openRow('/customers', 'Ines Vale');
    const copies = page.getByRole('region', { name: 'Copies' });
    await copies.getByRole('button', { name: 'Add a contact' }).click();
    await desk.fill({ 'Email address': BOOKS });
    await desk.dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(copies.getByText(BOOKS)).toBeVisible();

    await desk.open('/settings/reminders', /./);
    const isActive = page.getByRole('switch', { name: 'Remind customers of open invoices' });
    if (!(await isActive.isChecked())) await isActive.click();
    await page.getByRole('button', { name: 'Add a reminder' }).click();
    const step = page.getByRole('combobox', { name: 'When' }).last();
    await step.selectOption({ label: '1 day after' });
    const text = 'Did our letter <of Monday> arrive?';
    await page.getByLabel('Message 1 day after').fill(text);
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await portal.quittance('company', 'set', 'harbor', '--time-zone', zoneAtNoon(now));
    await run(dataDir, [[REMIND, []]]);

    const { total, paid } = await readInvoiceLedger(dataDir, LATE);
    expect([total, paid]).toEqual([3000, 1250]);
    for (const address of [CUSTOMER.email, BOOKS]) {
      const mail = await portal.mailbox.next(
        ({ subject }) => subject === `Invoice ${LATE} from Harbor Dental is overdue`,
        address,
      );
      expect(mail.text).toContain(text);
      expect(mail.text).toContain(toDollars(total - paid));
      expect(mail.text.includes('/pay/')).toBe(address === CUSTOMER.email);
    }
    await portal.quittance('company', 'set', 'harbor', '--time-zone', 'America/New_York');
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

const toDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const toCents = (text = '') => Math.round(Number(text) * 100);
