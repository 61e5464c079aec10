/**
 * Projects and contracts in the staff console (R78): a customer pays for items that staff added (product §3.9,
 * R12).
 */
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { formInFrame } from './pages/fields.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { expect, test } from './test.ts';

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

test('a staff member adds a project and an order, requests a partial payment by link, and sees it paid', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/northwind`);
  await desk.signInByMail(portal, 'owner.northwind@example.com');
  await desk.open('/projects', 'Projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await desk.dialog.getByRole('button', { name: 'Add project' }).click();
  await expect(desk.dialog.getByText('Choose a customer.')).toBeVisible();
  await desk.chooseCustomer('Okafor');
  await desk.fill({ Name: 'New pier', 'Project number': 'PIER-1' });
  await desk.dialog.getByRole('button', { name: 'Add project' }).click();
  await desk.expectHeading('New pier');

  await page.getByRole('button', { name: 'Add order' }).click();
  await desk.fill({ Name: 'Planks', 'Order number': 'PIER-O1', Total: '800.00' });
  await desk.dialog.getByRole('button', { name: 'Add order' }).click();
  await page.getByRole('button', { name: 'Request payment' }).click();
  await expectNoViolations(page, 'the dialog of a request');
  await desk.fill({ Amount: '900' });
  await desk.dialog.getByRole('button', { name: 'Request payment' }).click();
  await expect(desk.dialog.getByText('Enter an amount from $0.01 to $800.00.')).toBeVisible();
  await desk.fill({ Amount: '300' });
  await desk.dialog.getByRole('button', { name: 'Request $300.00' }).click();
  await page.getByRole('button', { name: 'Payment link' }).click();
  const link = await desk.dialog.locator('code').innerText();
  await expectNoViolations(page, 'a link that is shown once');
  await desk.dialog.getByRole('button', { name: 'Done' }).click();

  const payer = new PublicInvoice(await context.newPage(), formInFrame);
  await payer.open(link);
  await payer.openCardForm();
  await payer.fillCard(CARDS.pays);
  await payer.popup.getByRole('button', { name: 'Confirm payment' }).click();
  await payer.expectSuccess();
  await payer.page.close();

  await page.reload();
  const order = page.getByRole('row', { name: /Planks/ });
  await expect(order).toContainText('$300.00');
  await expect(order).toContainText('$500.00');

  await page.getByRole('button', { name: 'Add estimate' }).click();
  await desk.fill({
    Title: 'Railing',
    'Estimate number': 'PIER-E1',
    Description: 'Oak',
    Amount: '120',
  });
  await desk.dialog.getByRole('button', { name: 'Add estimate' }).click();
  await expect(page.getByRole('row', { name: /Railing/ })).toContainText('$120.00');
});

test('a staff member adds a contract and changes its status and document', async ({
  page,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/northwind`);
  await desk.signInByMail(portal, 'owner.northwind@example.com');
  await desk.open('/contracts', 'Contracts');
  await page.getByRole('button', { name: 'New contract' }).click();
  await desk.chooseCustomer('Okafor');
  await desk.fill({ 'Contract number': 'BERTH-7', Type: 'Berth', Amount: '2400' });
  await desk.dialog.getByRole('button', { name: 'Add contract' }).click();
  const row = page.getByRole('row', { name: /BERTH-7/ });
  await expect(row).toContainText('$2,400.00');
  await row.getByRole('button', { name: 'Edit' }).click();
  await desk.dialog.getByLabel('Status').selectOption('Paid Off');
  const file = { name: 'berth-7.pdf', mimeType: 'application/pdf', buffer: PDF };
  await desk.dialog.locator('input[type=file]').setInputFiles(file);
  await desk.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Paid Off');
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('berth-7.pdf');
});
