import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import {
  invoiceChangeSchema,
  newInvoiceSchema,
  type ProviderInvoice,
} from '@quittance/contract/invoices/provider-schemas';
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import { sendingSchema } from '@quittance/contract/requests/reminder-schemas';
import { invoiceStatusSchema } from '@quittance/contract/vocabulary';
import { getInvoice, listInvoices } from '../../../invoices/change-invoice.ts';
import { createInvoice } from '../../../invoices/issue-invoice.ts';
import { changeNoted } from '../../../payments/take-back-notes.ts';
import { sendInvoice } from '../../../requests/send-invoice.ts';
import {
  type Command,
  type Input,
  inCompany,
  type Option,
  type Output,
  readForCompany,
  UsageError,
} from '../command.ts';
import {
  fieldOptions,
  fieldsFrom,
  findInvoiceId,
  PAGE_OPTIONS,
  parseAmount,
  readNewest,
} from '../read-input.ts';
import { dollars, pageText, toLines } from '../render.ts';

export const COMPANY_AND_INVOICE = ['<company>', '<invoice>'];
const LIST_COLUMNS = ['accountRef', 'productName', 'status', 'dueDate', 'total', 'balance'];

/** Amounts are cents in JSON and dollars on a terminal. */
const readable = ({ lines: _, ...invoice }: ProviderInvoice) => ({
  ...invoice,
  tax: dollars(invoice.tax),
  total: dollars(invoice.total),
  credited: dollars(invoice.credited),
  waived: dollars(invoice.waived),
  paidBefore: dollars(invoice.paidBefore),
  paid: dollars(invoice.paid),
  refunded: dollars(invoice.refunded),
  balance: dollars(invoice.balance),
  offer: invoice.offer === null ? null : dollars(invoice.offer),
});

export const shownInvoice = (invoice: ProviderInvoice): Output => ({
  data: invoice,
  text: toLines(readable(invoice)),
});

function listFilter({ text }: Input) {
  const status = text('status');
  return status === undefined ? {} : { status: invoiceStatusSchema.parse(status) };
}

/** Negative for a discount. */
function signedCents(text: string): Cents {
  const cents = dollarsToCents(text.replace(/^-/, ''));
  if (cents === null) throw new UsageError(`'${text}' is not a valid amount: use 120.00.`);
  // The cast is safe because a negated amount of cents is also an amount of cents.
  return (text.startsWith('-') ? -cents : cents) as Cents;
}

/** Parses a line such as 'Crown; 2; 620.00; 0.00': text, quantity, unit price, tax of the line. */
function parseLine(line: string) {
  const [text, quantity, unitPrice = '', tax, ...more] = line.split(';').map((part) => part.trim());
  if (!text || unitPrice === '' || more.length > 0) {
    throw new UsageError(`'${line}' is not a line: use "Crown; 2; 620.00".`);
  }
  return {
    text,
    quantity: Number(quantity),
    unitPrice: signedCents(unitPrice),
    ...(tax === undefined ? {} : { tax: signedCents(tax) }),
  };
}

const AMOUNTS: Readonly<Record<string, Option>> = {
  total: { value: 'AMOUNT', text: 'such as 120.00; the sum of the lines by default' },
  line: { value: 'TEXT', text: '"description; quantity; unit price; tax"', isList: true },
};

function computeAmounts({ text, list }: Input) {
  const [total, lines] = [text('total'), list('line')];
  return {
    ...(total === undefined ? {} : { total: parseAmount(total) }),
    ...(lines.length === 0 ? {} : { lines: lines.map(parseLine) }),
  };
}

export const INVOICE_RECORDS: readonly Command[] = [
  {
    name: 'invoice add',
    args: ['<company>'],
    summary: 'Issue an invoice',
    options: {
      customer: { value: 'REF', text: 'customer number' },
      ...fieldOptions(INVOICE_FIELDS, 'create'),
      ...AMOUNTS,
      draft: { text: 'save a draft that payers cannot pay yet' },
    },
    example: 'harbor --customer A-100 --number R-1 --title "Hull" --total 120.00 --due 2026-12-01',
    async run(context, input) {
      const { args, required, isOn } = input;
      const [company = ''] = args;
      const invoice = newInvoiceSchema.parse({
        customerRef: required('customer'),
        ...fieldsFrom(input, INVOICE_FIELDS, 'create'),
        ...computeAmounts(input),
        isDraft: isOn('draft'),
      });
      return shownInvoice(
        await inCompany(context, company, (tx, actor) =>
          createInvoice(tx, context.deps, { actor, input: invoice }),
        ),
      );
    },
  },
  {
    name: 'invoice show',
    args: COMPANY_AND_INVOICE,
    summary: 'Show an invoice by its number',
    example: 'harbor R-1',
    run: async (context, { args: [company = '', number = ''] }) =>
      shownInvoice(
        await readForCompany(context, company, async (tx, actor) => {
          const { companyId } = actor;
          return getInvoice(tx, { companyId, invoiceId: await findInvoiceId(tx, actor, number) });
        }),
      ),
  },
  {
    name: 'invoice list',
    args: ['<company>'],
    summary: 'List invoices, newest first',
    options: { ...PAGE_OPTIONS, status: { value: 'STATUS', text: 'such as IN_COLLECTION' } },
    example: 'harbor --status IN_COLLECTION',
    async run(context, input) {
      const [company = ''] = input.args;
      const query = { ...readNewest(input), ...listFilter(input) };
      const page = await readForCompany(context, company, (tx, actor) =>
        listInvoices(tx, actor, query),
      );
      const rows = { ...page, data: page.data.map(readable) };
      return { data: page, text: pageText(rows, LIST_COLUMNS) };
    },
  },
  {
    name: 'invoice set',
    args: COMPANY_AND_INVOICE,
    summary: 'Update an open invoice without an arrangement; omitted values are unchanged',
    options: { ...fieldOptions(INVOICE_FIELDS, 'change'), ...AMOUNTS },
    example: 'harbor R-1 --due 2027-01-15 --note "As agreed on the phone"',
    async run(context, input) {
      const [company = '', number = ''] = input.args;
      const change = invoiceChangeSchema.parse({
        ...fieldsFrom(input, INVOICE_FIELDS, 'change'),
        ...computeAmounts(input),
      });
      return shownInvoice(
        await inCompany(context, company, async (tx, actor) => {
          const invoiceId = await findInvoiceId(tx, actor, number);
          return changeNoted(tx, context.deps, { actor, invoiceId, change });
        }),
      );
    },
  },
  {
    name: 'invoice send',
    args: COMPANY_AND_INVOICE,
    summary: 'Email an invoice with a payment link',
    options: { note: { value: 'TEXT', text: 'note in this email only' } },
    example: 'harbor R-1 --note "As agreed on the phone"',
    async run(context, { args: [company = '', number = ''], text }) {
      const { note = null } = sendingSchema.parse({ note: text('note') });
      const sent = await inCompany(context, company, async (tx, actor) => {
        const invoiceId = await findInvoiceId(tx, actor, number);
        return sendInvoice(tx, context.deps, { actor, invoiceId, note });
      });
      return { data: sent, text: `sent: ${number}` };
    },
  },
];
