import { readFile } from 'node:fs/promises';
import {
  companyChangeSchema,
  newCompanySchema,
  type ProviderCompany,
} from '@quittance/contract/companies/provider-schemas';
import { dollarsToCents } from '@quittance/contract/money';
import { PROCESSORS, processorSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import {
  changeCompany,
  createCompany,
  getCompany,
  listCompanies,
} from '../../../companies/manage-companies.ts';
import { OrderRefused, releaseHeldCharges } from '../../operator-access.ts';
import {
  type Command,
  type Context,
  type Input,
  inCompany,
  type Option,
  type Output,
  readForCompany,
  UsageError,
} from '../command.ts';
import { toProcessorData } from '../processor-data.ts';
import { given } from '../read-input.ts';
import { toTable } from '../render.ts';
import { readSecret } from '../terminal.ts';

const shown = (company: ProviderCompany): Output => ({ data: company });

const SETTINGS: Readonly<Record<string, Option>> = {
  name: { value: 'NAME', text: 'what payers read' },
  'legal-name': { value: 'NAME', text: 'on receipts' },
  'support-email': { value: 'ADDRESS', text: 'whom payers ask' },
  'support-phone': { value: 'NUMBER', text: 'such as +12075550142' },
  address: { value: 'LINE', text: 'on receipts, line by line', isList: true },
  color: { value: 'HEX', text: 'main color, such as #0f766e' },
  'second-color': { value: 'HEX', text: 'secondary color' },
  'time-zone': { value: 'ZONE', text: 'such as America/New_York' },
  'card-fee': { value: 'PERCENT', text: 'such as 2.90' },
  'card-fixed': { value: 'AMOUNT', text: 'such as 0.30' },
  'ach-fee': { value: 'PERCENT', text: 'such as 0.80' },
  'ach-fixed': { value: 'AMOUNT', text: 'such as 0.00' },
  'fee-payer': { value: 'company|customer', text: 'who pays the fee' },
  file: { value: 'FILE', text: 'JSON with any settings of `company show --json`' },
};

const NO_FEES = { card: 0, cardFixed: 0, ach: 0, achFixed: 0 };
const FEES = { card: 'card-fee', cardFixed: 'card-fixed', ach: 'ach-fee', achFixed: 'ach-fixed' };

/** Two decimals are converted to an integer: percent to basis points, dollars to cents. */
function hundredths(text: string): number {
  const value = dollarsToCents(text);
  if (value === null)
    throw new UsageError(`'${text}' is not a number with two decimals: use 2.90.`);
  return value;
}

type Fees = { feeSettings?: object };

function toFees({ text }: Input): Fees {
  const named = Object.entries(FEES).flatMap(([field, name]) => {
    const value = text(name);
    return value === undefined ? [] : [[field, hundredths(value)]];
  });
  return named.length === 0 ? {} : { feeSettings: Object.fromEntries(named) };
}

function toFeePayer({ text }: Input): object {
  const payer = text('fee-payer');
  if (payer === undefined) return {};
  if (payer === 'company' || payer === 'customer')
    return { isFeePayerCompany: payer === 'company' };
  throw new UsageError('--fee-payer is company or customer.');
}

const settingsInFile = z
  .string()
  .transform((content, issues) => {
    try {
      return JSON.parse(content);
    } catch {
      issues.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.unknown()));

async function findFile({ text }: Input): Promise<object> {
  const path = text('file');
  if (path === undefined) return {};
  const content = await readFile(path, 'utf8').catch(() => {
    throw new OrderRefused(`${path} cannot be read.`);
  });
  const settings = settingsInFile.safeParse(content);
  if (!settings.success) throw new OrderRefused(`${path} holds no JSON object.`);
  return settings.data;
}

async function findSettings(input: Input): Promise<Fees> {
  const { text, list } = input;
  const address = list('address');
  const settings: Fees = {
    ...(await findFile(input)),
    ...given({
      name: text('name'),
      legalName: text('legal-name'),
      supportEmail: text('support-email'),
      supportPhone: text('support-phone'),
      mainColor: text('color'),
      secondaryColor: text('second-color'),
      timeZone: text('time-zone'),
    }),
    ...(address.length > 0 ? { address } : {}),
    ...toFees(input),
    ...toFeePayer(input),
  };
  return settings;
}

export const ACCOUNT_OPTIONS: Readonly<Record<string, Option>> = {
  processor: { value: PROCESSORS.join('|'), text: 'who charges' },
  'merchant-id': { value: 'ID', text: 'of the account at PayEngine or Fiserv' },
  'public-key': { value: 'KEY', text: "Stripe's publishable key, Fiserv's API key" },
  'script-url': { value: 'URL', text: "of the processor's fields; the usual one by default" },
  setting: { value: 'NAME=VALUE', text: 'of the processor, such as terminalId=…', isList: true },
};

export type NamedAccount = { processor: string; account?: string; settings?: readonly string[] };

/** The first line of standard input is the key; a second line is the webhook secret. */
export async function toAccount(
  { config, terminal }: Omit<Context, 'deps'>,
  { text, list }: Input,
  named: NamedAccount,
) {
  const parsed = processorSchema.safeParse(named.processor);
  if (!parsed.success) throw new UsageError(`The processors are ${PROCESSORS.join(', ')}.`);
  const processor = parsed.data;
  const [processorKey = '', webhookSecret = null] = (
    await readSecret(terminal, `secret key of ${processor}`)
  ).split(/\r?\n/);
  const [publicKey, merchantId] =
    processor === 'stripe' ? [named.account, undefined] : [undefined, named.account];
  const account = {
    processor,
    processorKey,
    publicKey: text('public-key') ?? publicKey,
    merchantId: text('merchant-id') ?? merchantId,
    scriptUrl: text('script-url'),
    settings: [...list('setting'), ...(named.settings ?? [])],
  };
  const processorData = toProcessorData(account, config);
  return { processor, processorData, processorKey, webhookSecret };
}

export const COMPANY_COMMANDS: readonly Command[] = [
  {
    name: 'company create',
    args: ['<company>'],
    summary: "Create a company; read the processor's secret key from standard input or a prompt",
    options: { ...SETTINGS, ...ACCOUNT_OPTIONS },
    example: 'harbor --name "Harbor Dental" --processor payengine --merchant-id mer_… < key.txt',
    async run(context, input) {
      const [domain] = input.args;
      const account = await toAccount(context, input, {
        processor: input.required('processor'),
      });
      const { feeSettings, ...settings } = await findSettings(input);
      const company = newCompanySchema.parse({
        ...settings,
        ...(feeSettings === undefined ? {} : { feeSettings: { ...NO_FEES, ...feeSettings } }),
        domain,
        ...account,
      });
      return shown(await createCompany(context.deps, company));
    },
  },
  {
    name: 'company list',
    args: [],
    summary: 'List the companies of this installation',
    example: '',
    async run({ deps }) {
      const companies = await listCompanies(deps);
      const rows = companies.map(({ domain, name, processor, createdAt }) => ({
        domain,
        name,
        processor,
        createdAt,
      }));
      return { data: companies, text: toTable(rows) };
    },
  },
  {
    name: 'company show',
    args: ['<company>'],
    summary: 'Show the settings of a company',
    example: 'harbor --json',
    run: async (context, { args: [company = ''] }) =>
      shown(await readForCompany(context, company, (tx, actor) => getCompany(tx, actor))),
  },
  {
    name: 'company set',
    args: ['<company>'],
    summary: 'Update settings of a company; omitted settings are unchanged',
    options: SETTINGS,
    example: 'harbor --card-fee 2.90 --card-fixed 0.30 --fee-payer customer',
    async run(context, input) {
      const [company = ''] = input.args;
      const change = companyChangeSchema.parse(await findSettings(input));
      return shown(
        await inCompany(context, company, (tx, actor) =>
          changeCompany(tx, context.deps, { actor, change }),
        ),
      );
    },
  },
  {
    name: 'company logo',
    args: ['<company>', '<file or https address>'],
    summary: 'Set the logo shown on pages, receipts and emails',
    example: 'harbor logo.svg',
    async run({ deps }, { args: [company = '', source = ''] }) {
      // Loaded here because drawing needs a large library.
      const { setLogo } = await import('../../company-logo.ts');
      await setLogo(deps, company, source);
      return { data: { isStored: true }, text: 'stored' };
    },
  },
  {
    name: 'company release',
    args: ['<company>'],
    summary:
      'Allow automatic charges and refunds again after a restore, once the charges have been compared',
    example: 'harbor',
    async run({ deps }, { args: [company = ''] }) {
      await releaseHeldCharges(deps, company);
      return { data: { isReleased: true }, text: 'released' };
    },
  },
  {
    name: 'company support',
    args: ['<company>', '<email>', '[phone]'],
    summary: 'Set the support contact for payers; if the phone number is omitted, none is shown',
    example: 'harbor billing@harbordental.example +12075550142',
    async run(context, { args: [company = '', supportEmail, supportPhone = null] }) {
      const change = companyChangeSchema.parse({ supportEmail, supportPhone });
      return shown(
        await inCompany(context, company, (tx, actor) =>
          changeCompany(tx, context.deps, { actor, change }),
        ),
      );
    },
  },
];
