/** Interactive setup from nothing to a payable link: a company, its first customer and its first invoice. */

import { newCompanySchema } from '@quittance/contract/companies/provider-schemas';
import { newCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import { addDays } from '@quittance/contract/dates';
import { newInvoiceSchema } from '@quittance/contract/invoices/provider-schemas';
import { createCompany } from '../../../companies/manage-companies.ts';
import { createCustomer } from '../../../customers/manage-customers.ts';
import { createInvoice } from '../../../invoices/issue-invoice.ts';
import { createLink } from '../../../requests/manage-links.ts';
import { type Command, type Context, type Input, inCompany, UsageError } from '../command.ts';
import { parseAmount } from '../read-input.ts';
import { ask, type Terminal } from '../terminal.ts';
import { withProcessors } from '../with-processors.ts';
import { ACCOUNT_OPTIONS, type NamedAccount, toAccount } from './companies.ts';

const DUE_DAYS = 30;
const CUSTOMER_REF = 'C-1';
const INVOICE_NUMBER = 'INV-1';

type Question = { option: string; question: string };

const NAME: Question = { option: 'name', question: 'Name of the company' };
const DOMAIN: Question = { option: 'domain', question: 'Its part of the address, such as harbor' };
const PROCESSOR: Question = {
  option: 'processor',
  question:
    'Processor and account (stripe pk_…, payengine mer_… publicKey=pk_…, ' +
    'fiserv 1000… apiKey=… terminalId=… environment=CERT)',
};
const INVOICE: Question = {
  option: 'invoice',
  question: 'First invoice (first name, last name, email address, amount)',
};

async function answerTo(
  terminal: Terminal,
  { text }: Input,
  { option, question }: Question,
): Promise<string> {
  const given = text(option);
  if (given !== undefined) return given;
  if (!terminal.stdin.isTTY) throw new UsageError(`--${option} is missing.`);
  return ask(terminal, question);
}

function firstInvoice(answer: string) {
  const [firstName, lastName, email, amount = ''] = answer.split(',').map((part) => part.trim());
  const customerRef = CUSTOMER_REF;
  return {
    customer: newCustomerSchema.parse({ customerRef, firstName, lastName, email }),
    total: parseAmount(amount),
  };
}

function namedAccount(answer: string): NamedAccount {
  const [processor = '', account, ...settings] = answer.split(/\s+/);
  return { processor, ...(account === undefined ? {} : { account }), settings };
}

async function questions(context: Context, input: Input) {
  const { terminal } = context;
  const name = await answerTo(terminal, input, NAME);
  const domain = await answerTo(terminal, input, DOMAIN);
  const named = namedAccount(await answerTo(terminal, input, PROCESSOR));
  const { customer, total } = firstInvoice(await answerTo(terminal, input, INVOICE));
  const account = await toAccount(context, input, named);
  return { company: newCompanySchema.parse({ name, domain, ...account }), customer, total };
}

export const INIT: Command = {
  name: 'init',
  args: [],
  summary: 'Set up a company with five questions and print a payment link',
  options: {
    name: { value: 'NAME', text: 'company name' },
    domain: { value: 'WORD', text: 'company segment of the portal address' },
    ...ACCOUNT_OPTIONS,
    invoice: { value: 'TEXT', text: '"first name, last name, email address, amount"' },
  },
  example:
    '--name "Harbor Dental" --domain harbor --processor payengine --merchant-id mer_… --public-key pk_… ' +
    '--invoice "Ida, Moss, ida@example.com, 120.00" < key.txt',
  async run(context, input) {
    const { deps } = await withProcessors(context);
    const { company, customer, total } = await questions(context, input);
    const { domain, timeZone } = await createCompany(deps, company);
    const dueDate = addDays(deps.clock.today(timeZone), DUE_DAYS);
    const invoiceInput = newInvoiceSchema.parse({
      customerRef: CUSTOMER_REF,
      accountRef: INVOICE_NUMBER,
      productName: 'First invoice',
      total,
      dueDate,
    });
    const link = await inCompany(context, domain, async (tx, actor) => {
      await createCustomer(tx, deps, { actor, input: customer });
      const { id } = await createInvoice(tx, deps, { actor, input: invoiceInput });
      return createLink(tx, deps, { actor, to: { invoiceId: id } });
    });
    const data = { company: domain, customer: CUSTOMER_REF, invoice: INVOICE_NUMBER, ...link };
    const text = [
      `Company ${domain}, customer ${CUSTOMER_REF} and invoice ${INVOICE_NUMBER} exist.`,
      `Pay it at ${link.url}`,
    ];
    return { data, text: text.join('\n') };
  },
};
