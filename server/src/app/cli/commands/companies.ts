import { readFile } from 'node:fs/promises';
import {
  companyChangeSchema,
  newCompanySchema,
  type ProviderCompany,
} from '@quittance/contract/companies/provider-schemas';
import {
  type ProcessorChange,
  type ProcessorState,
  processorChangeSchema,
} from '@quittance/contract/companies/settings-schemas';
import { dollarsToCents } from '@quittance/contract/money';
import {
  isSecretField,
  type ProcessorField,
} from '@quittance/contract/processors/processor-fields';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { PROCESSORS, type ProcessorName, processorSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import {
  changeCompany,
  createCompany,
  getCompany,
  listCompanies,
} from '../../../companies/manage-companies.ts';
import { changeProcessor } from '../../../companies/processor-settings.ts';
import { getProcessor } from '../../../companies/processor-state.ts';
import { releaseHeldCharges } from '../../operator-access.ts';
import { OrderRefused } from '../../order-refused.ts';
import {
  type Command,
  type Context,
  findDomain,
  type Input,
  inCompany,
  type Option,
  type Output,
  readForCompany,
  UsageError,
} from '../command.ts';
import { given, listed } from '../read-input.ts';
import { toTable } from '../render.ts';
import { readSecret } from '../terminal.ts';
import { withProcessors } from '../with-processors.ts';

const shown = (company: ProviderCompany): Output => ({ data: company });

const SETTINGS: Readonly<Record<string, Option>> = {
  name: { value: 'NAME', text: 'company name shown to payers' },
  'legal-name': { value: 'NAME', text: 'legal name on receipts' },
  'support-email': { value: 'ADDRESS', text: 'support email shown to payers' },
  'support-phone': { value: 'NUMBER', text: 'such as +12075550142' },
  address: { value: 'LINE', text: 'postal address on receipts, line by line', isList: true },
  color: { value: 'HEX', text: 'main color, such as #0f766e' },
  'second-color': { value: 'HEX', text: 'secondary color' },
  'time-zone': { value: 'ZONE', text: 'such as America/New_York' },
  'card-fee': { value: 'PERCENT', text: 'such as 2.90' },
  'card-fixed': { value: 'AMOUNT', text: 'such as 0.30' },
  'ach-fee': { value: 'PERCENT', text: 'such as 0.80' },
  'ach-fixed': { value: 'AMOUNT', text: 'such as 0.00' },
  'shortfall-max': { value: 'AMOUNT', text: 'largest balance written off with a payment' },
  'fee-payer': { value: 'company|customer', text: 'who pays the fee' },
  'staff-network': { value: 'RANGE|any', text: 'where staff may work', isList: true },
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
  const shortfall = text('shortfall-max');
  return {
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
    ...(shortfall === undefined ? {} : { shortfallMax: hundredths(shortfall) }),
    ...listed({ address: list('address'), staffNetworks: list('staff-network') }),
    ...toFees(input),
    ...toFeePayer(input),
  };
}

const toFlag = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const VALUES: Readonly<Record<string, string>> = { scriptUrl: 'URL', challengeUrl: 'URL' };

/** The settings of all processors that are not secret, by name. */
function accountFields(): Map<string, ProcessorField> {
  const all = Object.values(PROCESSOR_DESCRIPTIONS).flatMap(({ fields }) => Object.entries(fields));
  return new Map(all.filter(([name]) => !isSecretField(name)));
}

const ACCOUNT_FLAGS: Readonly<Record<string, Option>> = Object.fromEntries(
  [...accountFields()].map(([name, { label, options }]) => [
    toFlag(name),
    { value: options?.join('|') ?? VALUES[name] ?? 'TEXT', text: label },
  ]),
);

export const ACCOUNT_OPTIONS: Readonly<Record<string, Option>> = {
  processor: { value: PROCESSORS.join('|'), text: 'processor that charges payers' },
  ...ACCOUNT_FLAGS,
};

/** `settings` are 'terminalId=10000001'. */
export type NamedAccount = { processor: string; account?: string; settings?: readonly string[] };

function flaggedSettings({ text }: Input): Record<string, string> {
  const named = [...accountFields().keys()].flatMap((name) => {
    const value = text(toFlag(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}

function namedSettings(processor: ProcessorName, { account, settings = [] }: NamedAccount) {
  const [first = ''] = Object.keys(PROCESSOR_DESCRIPTIONS[processor].fields);
  const named = settings.map((setting) => {
    const [name = '', ...value] = setting.split('=');
    return [name, value.join('=')] as const;
  });
  return { ...(account === undefined ? {} : { [first]: account }), ...Object.fromEntries(named) };
}

/** The first line of standard input is the key; a second line is the webhook secret. */
async function readSecrets(terminal: Context['terminal'], processor: string) {
  const [processorKey = '', webhookSecret] = (
    await readSecret(terminal, `secret key of ${processor}`)
  ).split(/\r?\n/);
  return { processorKey, ...(webhookSecret ? { webhookSecret } : {}) };
}

/** Without any setting, the company enters its account in the console. */
export async function toAccount(
  { terminal }: Pick<Context, 'terminal'>,
  input: Input,
  named: NamedAccount,
) {
  const parsed = processorSchema.safeParse(named.processor);
  if (!parsed.success) throw new UsageError(`The processors are ${PROCESSORS.join(', ')}.`);
  const processor = parsed.data;
  const settings = { ...namedSettings(processor, named), ...flaggedSettings(input) };
  if (Object.keys(settings).length === 0) return { processor, settings };
  return { processor, settings: { ...settings, ...(await readSecrets(terminal, processor)) } };
}

/** An operator may also load a script from a host that is not the processor's. */
export async function changeAccount(context: Context, domain: string, change: ProcessorChange) {
  const { deps } = await withProcessors(context);
  const { companyId, processor } = await findDomain(context, domain);
  const command = { actor: { companyId, name: 'operator' }, processor };
  const changed = processorChangeSchema.parse(change);
  const store = await changeProcessor(deps, { ...command, change: changed, isOperator: true });
  await inCompany(context, domain, store);
}

function toStateText({ processor, isLive, setup, problem }: ProcessorState): string {
  const rows = setup.map(({ step, state, detail }) => ({ step, state, detail: detail ?? '' }));
  const mode = isLive ? 'live' : 'test';
  return `${processor}, ${mode}${problem ? `, ${problem}` : ''}\n${toTable(rows)}`;
}

const PROCESSOR_COMMAND: Command = {
  name: 'company processor',
  args: ['<company>'],
  summary: "Show or change a company's processor account; changes are checked first",
  options: {
    ...ACCOUNT_FLAGS,
    keys: { text: 'read the secret key and, on a second line, the webhook secret from input' },
    remove: { value: 'NAME', text: 'a setting, such as checkFields', isList: true },
  },
  example: 'harbor --merchant-id mer_… --keys < keys.txt',
  async run(context, input) {
    const [domain = ''] = input.args;
    const { processor } = await findDomain(context, domain);
    const change = {
      ...Object.fromEntries(input.list('remove').map((name) => [name, null])),
      ...flaggedSettings(input),
      ...(input.isOn('keys') ? await readSecrets(context.terminal, processor) : {}),
    };
    if (Object.keys(change).length > 0) await changeAccount(context, domain, change);
    const { deps } = await withProcessors(context);
    const state = await readForCompany(context, domain, (tx, actor) =>
      getProcessor(tx, deps, { actor, processor }),
    );
    return { data: state, text: toStateText(state) };
  },
};

export const COMPANY_COMMANDS: readonly Command[] = [
  {
    name: 'company create',
    args: ['<company>'],
    summary:
      'Create a company; with settings of its processor, the secret key is read from standard input or a prompt',
    options: { ...SETTINGS, ...ACCOUNT_OPTIONS },
    example:
      'harbor --name "Harbor Dental" --processor payengine --merchant-id mer_… --public-key pk_… < key.txt',
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
      const { deps } = await withProcessors(context);
      return shown(await createCompany(deps, company));
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
    summary: "Show a company's settings",
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
  PROCESSOR_COMMAND,
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
