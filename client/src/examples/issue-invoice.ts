/** Example: adds a customer, issues an invoice with two lines, and prints a link to pay it. */
import { createClient } from '../create-client.ts';
import { ProblemError } from '../problems.ts';

export type Example = { baseUrl: string; apiKey: string; print(line: string): void };

export async function issueInvoice({ baseUrl, apiKey, print }: Example): Promise<void> {
  const client = createClient({ baseUrl, apiKey });
  try {
    // References from your own system make the example idempotent: running it twice bills once.
    await client.putCustomer({
      params: { externalRef: 'crm-1042' },
      body: {
        customerRef: 'C-1042',
        firstName: 'Ada',
        lastName: 'Pine',
        email: 'ada@example.com',
      },
    });
    const invoice = await client.putInvoice({
      params: { externalRef: 'erp-88213' },
      body: {
        customerRef: 'C-1042',
        accountRef: 'INV-2026-0117',
        productName: 'Roof repair',
        dueDate: '2026-12-15',
        lines: [
          { text: 'Shingles', quantity: 2.5, unitPrice: 3333, tax: 500 },
          { text: 'Discount', unitPrice: -333 },
        ],
      },
    });
    const { url } = await client.createInvoiceLink({ params: { invoiceId: invoice.id } });
    print(`${invoice.accountRef}: ${invoice.balance} cents are due on ${invoice.dueDate}`);
    print(url);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    print(`${error.message} (request ${error.requestId})`);
    for (const { field, message } of error.fields) print(`  ${field}: ${message}`);
  }
}
