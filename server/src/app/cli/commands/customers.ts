import { writeFile } from 'node:fs/promises';
import { CONTACT_FIELDS, CUSTOMER_FIELDS } from '@quittance/contract/customers/fields';
import {
  customerChangeSchema,
  newCustomerSchema,
} from '@quittance/contract/customers/provider-schemas';
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  requireCustomer,
} from '../../../customers/manage-customers.ts';
import { eraseCustomer } from '../../../privacy/erase-customer.ts';
import { readRecorded } from '../../../privacy/provider.ts';
import { toPage } from '../../../statements/person-data.ts';
import { type Command, eraseInCompany, inCompany, readForCompany } from '../command.ts';
import { fieldOptions, fieldsFrom, PAGE_OPTIONS, readNewest } from '../read-input.ts';
import { pageText } from '../render.ts';

const FIELDS = { ...CUSTOMER_FIELDS, ...CONTACT_FIELDS };

export const CUSTOMER_COMMANDS: readonly Command[] = [
  {
    name: 'customer add',
    args: ['<company>'],
    summary: 'Create a customer that is a person or a business',
    options: {
      ...fieldOptions(FIELDS, 'create'),
      test: { text: 'create a test customer; up to two' },
    },
    example: 'harbor --ref A-100 --first Ida --last Moss --email ida@example.com',
    async run(context, input) {
      const [company = ''] = input.args;
      const customer = newCustomerSchema.parse({
        ...fieldsFrom(input, FIELDS, 'create'),
        isTest: input.isOn('test'),
      });
      const added = await inCompany(context, company, (tx, actor) =>
        createCustomer(tx, context.deps, { actor, input: customer }),
      );
      return { data: added };
    },
  },
  {
    name: 'customer set',
    args: ['<company>', '<customer>'],
    summary: 'Update names and contacts of a customer; omitted values are unchanged',
    options: fieldOptions(FIELDS, 'change'),
    example: 'harbor A-100 --email ida.moss@example.com',
    async run(context, input) {
      const [company = '', customerRef = ''] = input.args;
      const change = customerChangeSchema.parse(fieldsFrom(input, FIELDS, 'change'));
      const customer = await inCompany(context, company, async (tx, actor) => {
        const { id: customerId } = await requireCustomer(tx, actor, { customerRef });
        return changeCustomer(tx, context.deps, { actor, customerId, change });
      });
      return { data: customer };
    },
  },
  {
    name: 'customer erase',
    args: ['<company>', '<customer>'],
    summary:
      'Permanently erase the names and contacts of a customer; invoices and payments are kept',
    options: {
      reason: { value: 'TEXT', text: 'for the audit trail; without personal data' },
      confirm: {
        value: 'CUSTOMER',
        text: 'the customer number again, to confirm; erasure cannot be undone',
      },
    },
    example: "harbor A-100 --reason 'Asked for it on the phone' --confirm A-100",
    async run(context, { args: [company = '', named = ''], required }) {
      const [reason, customerRef] = [required('reason'), required('confirm')];
      const customer = await eraseInCompany(context, company, async (tx, actor) => {
        const { id: customerId } = await requireCustomer(tx, actor, { customerRef: named });
        return eraseCustomer(tx, context.deps, { actor, customerId, reason, customerRef });
      });
      return { data: customer };
    },
  },
  {
    name: 'customer data',
    args: ['<company>', '<customer>', '<file>'],
    summary:
      'Write everything that is stored about a customer to FILE.json and, to read, FILE.html',
    example: 'harbor A-100 ./A-100',
    async run(context, { args: [company = '', customerRef = '', path = ''] }) {
      const data = await inCompany(context, company, async (tx, actor) => {
        const { id: customerId } = await requireCustomer(tx, actor, { customerRef });
        return readRecorded(tx, context.deps, { caller: actor, params: { customerId } });
      });
      const files = {
        [`${path}.json`]: JSON.stringify(data, null, 2),
        [`${path}.html`]: toPage(data),
      };
      for (const [name, text] of Object.entries(files)) {
        await writeFile(name, text, { flag: 'wx', mode: 0o600 });
      }
      return { data: { files: Object.keys(files) } };
    },
  },
  {
    name: 'customer show',
    args: ['<company>', '<customer>'],
    summary: 'Show a customer by customer number',
    example: 'harbor A-100',
    async run(context, { args: [company = '', customerRef = ''] }) {
      const customer = await readForCompany(context, company, async (tx, actor) => {
        const { id: customerId } = await requireCustomer(tx, actor, { customerRef });
        return getCustomer(tx, { companyId: actor.companyId, customerId });
      });
      return { data: customer };
    },
  },
  {
    name: 'customer list',
    args: ['<company>'],
    summary: 'List customers, newest first',
    options: PAGE_OPTIONS,
    example: 'harbor --limit 100',
    async run(context, input) {
      const [company = ''] = input.args;
      const page = await readForCompany(context, company, (tx, actor) =>
        listCustomers(tx, actor, readNewest(input)),
      );
      return {
        data: page,
        text: pageText(page, ['customerRef', 'firstName', 'lastName', 'businessName', 'email']),
      };
    },
  },
];
