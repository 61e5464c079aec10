/** Customers of a company. */

import {
  customerChangeSchema,
  newCustomerSchema,
} from '@quittance/contract/customers/provider-schemas';
import { LANGUAGES } from '@quittance/contract/language';
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  requireCustomer,
} from '../../../customers/manage-customers.ts';
import { eraseCustomer } from '../../../privacy/erase-customer.ts';
import {
  type Command,
  eraseInCompany,
  type Input,
  inCompany,
  type Option,
  readInCompany,
} from '../command.ts';
import { given, newestOf, PAGE_OPTIONS } from '../read-input.ts';
import { pageText } from '../render.ts';

const NAMES_AND_CONTACTS: Readonly<Record<string, Option>> = {
  first: { value: 'NAME', text: 'first name of a person' },
  last: { value: 'NAME', text: 'last name of a person' },
  business: { value: 'NAME', text: 'name of a business' },
  email: { value: 'ADDRESS', text: 'can be used to sign in at once' },
  phone: { value: 'NUMBER', text: 'such as +12075550142' },
  language: { value: 'LANGUAGE', text: `of pages, mails and documents: ${LANGUAGES.join(' or ')}` },
};

const namesAndContactsOf = ({ text }: Input) =>
  given({
    firstName: text('first'),
    lastName: text('last'),
    businessName: text('business'),
    email: text('email'),
    phone: text('phone'),
    language: text('language'),
  });

export const CUSTOMER_COMMANDS: readonly Command[] = [
  {
    name: 'customer add',
    args: ['<company>'],
    summary: 'adds a person or a business',
    options: {
      ref: { value: 'TEXT', text: 'the number that the customer knows' },
      ...NAMES_AND_CONTACTS,
      'external-ref': { value: 'TEXT', text: 'how your own system calls the customer' },
      test: { text: 'for trying; at most two' },
    },
    example: 'harbor --ref A-100 --first Ida --last Moss --email ida@example.com',
    async run(context, input) {
      const { args, required, text, isOn } = input;
      const [company = ''] = args;
      const customer = newCustomerSchema.parse({
        customerRef: required('ref'),
        isTest: isOn('test'),
        ...namesAndContactsOf(input),
        ...given({ externalRef: text('external-ref') }),
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
    summary: 'changes names and contacts; what is not named stays',
    options: NAMES_AND_CONTACTS,
    example: 'harbor A-100 --email ida.moss@example.com',
    async run(context, input) {
      const [company = '', customerRef = ''] = input.args;
      const change = customerChangeSchema.parse(namesAndContactsOf(input));
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
    summary: 'replaces names and contacts for good; invoices and payments stay',
    options: {
      reason: { value: 'TEXT', text: 'for the audit trail; without personal data' },
      confirm: {
        value: 'CUSTOMER',
        text: 'the customer once more: nothing brings the person back',
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
    name: 'customer show',
    args: ['<company>', '<customer>'],
    summary: 'shows a customer, by the number that the customer knows',
    example: 'harbor A-100',
    async run(context, { args: [company = '', customerRef = ''] }) {
      const customer = await readInCompany(context, company, async (tx, actor) => {
        const { id: customerId } = await requireCustomer(tx, actor, { customerRef });
        return getCustomer(tx, { companyId: actor.companyId, customerId });
      });
      return { data: customer };
    },
  },
  {
    name: 'customer list',
    args: ['<company>'],
    summary: 'lists customers, the newest first',
    options: PAGE_OPTIONS,
    example: 'harbor --limit 100',
    async run(context, input) {
      const [company = ''] = input.args;
      const page = await readInCompany(context, company, (tx, actor) =>
        listCustomers(tx, actor, newestOf(input)),
      );
      return {
        data: page,
        text: pageText(page, ['customerRef', 'firstName', 'lastName', 'businessName', 'email']),
      };
    },
  },
];
