/**
 * The main path through the staff console (R78); desk-day.spec.ts covers a whole day. Requesting a refund again
 * after a lost response must not create a second refund (R88).
 */
import { holdPayment } from './database.ts';
import { readInvoiceLedger, readPaymentLedger } from './ledger.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { Keyboard } from './pages/keyboard.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { isFull } from './scope.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

const CUSTOMER = { ref: 'DESK-1', email: 'rosa.day@example.com' };
const INVOICE = 'DESK-100';

test('a staff member sends an invoice, refunds its payment once, and decides a held payment', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const refund = async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await desk.fill({ Amount: '30.00' });
    const submit = desk.dialog.getByRole('button', { name: 'Refund $30.00' });
    await expect(submit).toBeInViewport({ ratio: 1 });
    await submit.click();
    const reason = desk.dialog.getByLabel('Reason');
    await expect(reason).toBeFocused();
    await expect(reason).toBeInViewport({ ratio: 1 });
    await desk.fill({ Reason: 'One visit less' });
    await submit.click();
  };
  const openPaid = async () => {
    const paid = page.getByRole('table', { name: 'Payments' }).getByRole('row');
    await paid.filter({ hasText: '$250.00' }).getByRole('link').first().click();
    await desk.expectHeading('Payment of $250.00');
  };
  const refunds = page.getByRole('row').filter({ hasText: '$30.00' });

  await test.step('an invoice is imported and sent', async () => {
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.importRows('Customers', {
      name: 'customers.csv',
      text: `customerRef,firstName,lastName,email\n${CUSTOMER.ref},Rosa,Day,${CUSTOMER.email}\n`,
    });
    await desk.importRows('Invoices', {
      name: 'invoices.csv',
      text: [
        'accountRef,customerRef,productName,total,dueDate',
        `${INVOICE},${CUSTOMER.ref},Crown,250.00,2030-01-31`,
        '',
      ].join('\n'),
    });
    await desk.openRow('/invoices', INVOICE);
    await desk.expectHeading(`Invoice ${INVOICE}`);
    await desk.sendInvoice();
  });

  await test.step('the payment of the invoice matches the ledger', async () => {
    const link = await portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
    const payer = new PublicInvoice(await context.newPage());
    await payer.open(link);
    await payer.pay(CARDS.pays);
    await expect(payer.badge('Paid')).toBeVisible();
    await payer.page.close();
    await desk.openRow('/invoices', INVOICE);
    const listed = page.getByRole('table', { name: 'Payments' }).getByRole('row').last();
    await expect(listed).toContainText('$250.00');
    await desk.openPayment(INVOICE);
    await desk.expectHeading('Payment of $250.00');
    await expect(page.getByText('Succeeded').first()).toBeVisible();
    const { amount, fee } = await readPaymentLedger(portal.dataDir, INVOICE);
    expect(await desk.centsOf('Credited to the invoice')).toBe(amount);
    expect(await desk.centsOf('Total paid')).toBe(amount + fee);
    expect(await readInvoiceLedger(portal.dataDir, INVOICE)).toEqual({
      total: 25_000,
      paid: amount,
    });
    await expectNoViolations(page, 'the page of a payment');
  });

  await test.step('a refund is ordered with a passkey and its response is lost', async () => {
    await desk.addPasskey(portal, 'Work laptop');
    await desk.openPayment(INVOICE);
    await page.route(
      '**/refunds',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await refund();
    await expect(desk.dialog.getByRole('alert')).toContainText('it will not be done twice');
    await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(refunds).toHaveCount(1);
  });

  await test.step('a refund that is ordered again, by keyboard and after a reload, is not duplicated', async () => {
    const keys = new Keyboard(page);
    const open = page.getByRole('button', { name: 'Refund', exact: true });
    await page.reload();
    await keys.tabTo(open);
    await keys.expectVisibleFocus();
    await keys.press('Enter');
    await expect(desk.dialog.getByText('A refund of $30.00 was already requested')).toBeVisible();
    await keys.press('Escape');
    await keys.expectOn(open);
    await keys.press('Enter');
    await keys.tabTo(desk.dialog.getByRole('textbox', { name: 'Amount' }));
    await keys.press('Control+a');
    await page.keyboard.type('30.00');
    await keys.typeInto([{ field: desk.dialog.getByLabel('Reason'), text: 'One visit less' }]);
    await keys.tabTo(desk.dialog.getByRole('button', { name: 'Refund $30.00' }));
    await keys.expectVisibleFocus();
    await keys.press('Space');
    await expect(
      page.getByText('Refund submitted. It usually completes within a minute.'),
    ).toBeVisible();
    await expect(refunds).toHaveCount(1);
    const ordered = page.getByRole('listitem').filter({ hasText: 'Refund requested' });
    await expect(ordered).toContainText('by Olivia');
    await expect(ordered).toContainText('“One visit less”');
    await expect(page.getByRole('listitem').filter({ hasText: 'PROVIDER' })).toHaveCount(0);
  });

  await test.step('credit from a note is refunded to the card (R90)', async () => {
    await desk.openRow('/invoices', INVOICE);
    await page.getByRole('button', { name: 'Add credit note' }).click();
    await desk.fill({ Amount: '20.00', Reason: 'One visit less' });
    await desk.dialog.getByRole('button', { name: 'Credit $20.00' }).click();
    await expect(page.getByText(/^Credit note \S+ added\.$/)).toBeVisible();
    await openPaid();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const back = desk.dialog.getByRole('radio', { name: 'Give the money back' });
    await expect(back).not.toBeChecked();
    await back.check({ force: true });
    await expect(desk.dialog.getByText('Of that, customer credit paid out')).toBeVisible();
    await expectNoViolations(page, 'the question what becomes of unused credit');
    await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.openRow('/customers', 'Rosa Day');
    await page.getByRole('button', { name: 'Refund credit' }).click();
    await expect(desk.dialog.getByLabel('Amount')).toHaveValue('20.62');
    await desk.fill({ Reason: 'Asked for the money' });
    await expectNoViolations(page, 'the dialog that refunds credit');
    await desk.dialog.getByRole('button', { name: 'Refund $20.62' }).click();
    await expect(
      page.getByText('Refund submitted. It usually completes within a minute.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund credit' })).toHaveCount(0);
    await openPaid();
    await expect(page.getByText('Customer credit')).toBeVisible();
  });

  await test.step('a held payment is decided, and its invoice becomes payable again', async () => {
    const { invoiceRef, url } = await portal.unpaid('harbor');
    await holdPayment(portal.dataDir, invoiceRef);
    await desk.open('/attention', 'Needs attention');
    const held = page.getByRole('listitem').filter({ hasText: invoiceRef });
    await expect(held).toContainText('The outcome of a payment is unknown');
    await held.getByRole('link', { name: 'Open payment' }).click();
    await expect(page.getByText('Total', { exact: true })).toBeVisible();
    await expect(page.getByText('Total paid')).toHaveCount(0);
    await page.getByRole('button', { name: 'Resolve payment' }).click();
    await desk.dialog.getByRole('radio', { name: 'It was not paid' }).check({ force: true });
    await desk.dialog.getByLabel('Reason').fill('Not in the records of the processor');
    await desk.dialog.getByRole('button', { name: 'Record this outcome' }).click();
    await expect(page.getByText('Outcome recorded.')).toBeVisible();
    await expect(page.getByText('Failed').first()).toBeVisible();
    const payer = new PublicInvoice(page);
    await payer.open(url);
    await expect(payer.payNow).toBeEnabled();
  });

  // The server makes the requested refund within a minute, so only the full run waits for it.
  if (!isFull) return;
  const refunded = async () => (await portal.charges()).map(({ refundedCents }) => refundedCents);
  await expect.poll(refunded, { timeout: 90_000 }).toContain(5000);
});

/** Saved by Excel in Germany: Windows-1252, semicolons, names of its own. The last row has no valid address. */
const BOOKKEEPER_FILE = Buffer.from(
  [
    'Kunde;Vorname;Nachname;Mail',
    'IMP-1;José;Núñez;jose@example.com',
    'IMP-2;Zoë;Groß;zoe@example.com',
    'IMP-3;Max;Moos;max(at)example.com',
    '',
  ].join('\r\n'),
  'latin1',
);
const MANY = 60_000;

test('a staff member maps the columns of a file, imports it, reads its report and cancels another', async ({
  page,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await test.step('a dropped file with unknown columns is refused in words', async () => {
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.open('/import', 'Import');
    await press('Check file');
    await expect(page.getByText('Choose a file.')).toBeVisible();
    const dataTransfer = await page.evaluateHandle(
      (bytes) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([new Uint8Array(bytes)], 'Kunden.csv'));
        return dropped;
      },
      [...BOOKKEEPER_FILE],
    );
    await page.locator('input[type=file]').dispatchEvent('drop', { dataTransfer });
    await press('Check file');
    await expect(page.getByRole('alert')).toHaveText(
      'Column customerRef is missing. Found: Kunde; Vorname; Nachname; Mail',
    );
    await expect(page.getByLabel('Text encoding')).toHaveValue('auto');
    await expect(page.getByLabel('Text encoding')).toContainText('Automatic (Windows-1252)');
    await expect(page.getByLabel('Column separator')).toContainText('Automatic (Semicolon)');
  });

  await test.step('its columns are mapped, and its rows are checked', async () => {
    const fields = {
      Kunde: 'customerRef',
      Vorname: 'firstName',
      Nachname: 'lastName',
      Mail: 'email',
    };
    for (const [column, field] of Object.entries(fields))
      await page.getByLabel(`Field for ${column}`).selectOption(field);
    await press('Check again');
    await expect(page.getByText('Nothing has been imported yet.')).toBeVisible();
    const sample = page.getByRole('table', { name: 'First rows' });
    await expect(sample.getByRole('row').nth(2)).toContainText('Groß');
    const refused = page.getByRole('table', { name: 'Refused rows' }).getByRole('row').last();
    await expect(refused).toContainText(/^4.*email/);
    await expectNoViolations(page, 'import');
    // Another delimiter makes one column of all, and the check has to be repeated.
    await page.getByLabel('Column separator').selectOption('Comma');
    await expect(page.getByRole('button', { name: /^Import / })).toHaveCount(0);
    await page.getByLabel('Column separator').selectOption('auto');
    await press('Check again');
  });

  await test.step('it is imported, and its report is downloaded', async () => {
    await press('Import 2 rows');
    await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible();
    const saved = page.waitForEvent('download');
    await press('Download report (CSV)');
    const report = await (await saved).createReadStream();
    const text = Buffer.concat(await report.toArray()).toString();
    expect(text).toMatch(/^line,result,details\r\n4,refused,.*email/);
  });

  await test.step('a large import is canceled, and listed with the others', async () => {
    await press('Import another file');
    const rows = Array.from({ length: MANY }, (_, index) => `IMP-L${index},Ann,Long`);
    const text = `customerRef,firstName,lastName\n${rows.join('\n')}\n`;
    await desk.chooseFile('many.csv', Buffer.from(text));
    await press('Check file');
    await expect(page.getByText('You can leave this page.')).toBeVisible();
    await press('Cancel');
    await expect(page.getByText('Nothing was imported.')).toBeVisible();
    await press('Import another file');
    const recent = page.getByRole('table', { name: 'Recent imports' }).getByRole('row');
    await expect(recent.filter({ hasText: 'many.csv' })).toContainText('Canceled');
    await recent.filter({ hasText: 'Kunden.csv' }).getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible();
    await desk.openRow('/customers?search=IMP-1', 'José Núñez');
    await desk.expectHeading('José Núñez');
  });

  await test.step('a date format that no date shows is asked for, and another one is found', async () => {
    const choose = (date: string) => {
      const text = `accountRef,customerRef,productName,total,dueDate\nIMP-I2,IMP-1,Bridge,80.00,${date}\n`;
      return desk.chooseFile('dates.csv', Buffer.from(text));
    };
    const sample = page.getByRole('table', { name: 'First rows' });
    await desk.open('/import', 'Import');
    await page.getByLabel('Record type').selectOption('Invoices');
    await choose('02/01/2030');
    await press('Check file');
    await expect(page.getByText('What does “02/01/2030” mean?')).toBeVisible();
    await page.getByText('Feb 1, 2030 (MM/DD/YYYY)', { exact: true }).click();
    await press('Check again');
    await expect(sample).toContainText('2030-02-01');
    await choose('31/01/2030');
    await press('Check file');
    await expect(sample).toContainText('2030-01-31');
    await expect(page.getByLabel('Date format')).toContainText('Automatic (31/12/2026)');
  });

  await test.step('an amount with two readings is asked about', async () => {
    await page.getByLabel('Record type').selectOption('Invoice line items');
    const rows =
      'accountRef;position;text;quantity;unitPrice\nL-1;1;Hours;1,250;80,00\nTotal;;;;80,00\n';
    await desk.chooseFile('lines.csv', Buffer.from(rows));
    await press('Check file');
    await expect(page.getByText('What does “1,250” mean?')).toBeVisible();
    await expectNoViolations(page, 'import question');
    await page.getByText('1.250 (1.234,56)', { exact: true }).click();
    await press('Check again');
    const sample = page.getByRole('table', { name: 'First rows' });
    await expect(sample.getByRole('row').nth(1)).toContainText('1.250');
    await expect(page.getByText("left out as a sum: 'Total'")).toBeVisible();
  });

  await test.step('an invoice says what was paid before, and an import which lines it changes', async () => {
    await desk.importRows('Invoices', {
      name: 'invoices.csv',
      text: 'accountRef,customerRef,productName,total,paidBefore,dueDate\nIMP-I1,IMP-1,Bridge,80.00,50.00,2030-01-31\n',
    });
    await desk.importRows('Invoice line items', {
      name: 'lines.csv',
      text: 'accountRef,position,text,unitPrice\nIMP-I1,1,Bridge,70.00\nIMP-I1,2,Visit,20.00\n',
    });
    const changes = page.getByRole('table', { name: 'Changes' }).getByRole('row');
    await expect(changes.filter({ hasText: 'total' })).toContainText('$80.00$90.00');
    await expect(changes.last()).toContainText('Visit: 1 × $20.00');
    await desk.openRow('/invoices?search=IMP-I1', 'IMP-I1');
    await desk.expectHeading('Invoice IMP-I1');
    await expect(page.getByText('Previously paid')).toBeVisible();
    await expect(page.getByText('$40.00').first()).toBeVisible();
  });
});
