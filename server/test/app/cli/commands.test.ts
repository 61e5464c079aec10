/** The `quittance` commands: from an empty database to a payable link, and all operator tasks. */
import { PassThrough, Writable } from 'node:stream';
import { companyDomainSchema } from '@quittance/contract/ids';
import { eq, getTableColumns } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { keysFromText } from '../../../src/platform/sealing/key-source.ts';
import { createSealer, sealContext } from '../../../src/platform/sealing/seal.ts';
import { companies, companySecrets } from '../../../src/schema/companies.ts';
import { audit } from '../../../src/schema/operations.ts';
import { emptyDatabase, useDatabase } from '../../database.ts';
import { type CommandLine, commandLine, SETTINGS, toAnswer } from '../../world/command-line.ts';

const KEY = 'sk_test_sandbox_harbor';
const ACCOUNT = [
  '--processor',
  'payengine',
  '--merchant-id',
  'mer_sandbox_harbor',
  '--public-key',
  'pk_test_sandbox_harbor',
];
const IDA = 'Ida, Moss, ida@example.com, 120.00';

let quittance: CommandLine;

const fresh = useDatabase();

beforeAll(async () => {
  quittance = commandLine(fresh.url);
  await toAnswer(quittance, ['company', 'create', 'harbor', '--name', 'Harbor', ...ACCOUNT], KEY);
  const customer = ['--ref', 'A-1', '--first', 'Ada', '--last', 'Pine', '--phone', '+12075550142'];
  await toAnswer(quittance, ['customer', 'add', 'harbor', ...customer]);
});

const invoice = (number: string, total = '120.00') =>
  toAnswer(quittance, [
    'invoice',
    'add',
    'harbor',
    '--customer',
    'A-1',
    '--number',
    number,
    '--title',
    'Hull',
    '--total',
    total,
    '--due',
    '2099-12-01',
  ]);

describe('init', () => {
  it('init creates a company, a customer and an invoice, and prints a payable link', async () => {
    const words = ['init', '--name', 'North', '--domain', 'north', ...ACCOUNT, '--invoice', IDA];
    const answer = await toAnswer(quittance, words, `${KEY}\nwhsec_north`);
    expect(answer.url).toMatch(/^http:\/\/portal\.test\/north\/pay\/[a-z2-7]{32}$/);
    expect(await toAnswer(quittance, ['invoice', 'show', 'north', 'INV-1'])).toMatchObject({
      total: 12_000,
      status: 'DUE',
    });
    expect(await toAnswer(quittance, ['customer', 'show', 'north', 'C-1'])).toMatchObject({
      firstName: 'Ida',
      email: 'ida@example.com',
    });
  });

  it('init asks five questions interactively and does not echo the key', async () => {
    const answers = ['West', 'west', 'payengine mer_sandbox_west publicKey=pk_test_west', IDA, KEY];
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const asked: string[] = [];
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        const text = String(chunk);
        asked.push(text);
        if (/: $/.test(text)) stdin.write(`${answers.shift()}\n`);
        done();
      },
    });
    const { code, out } = await quittance(['init'], { stdin, stderr });
    expect(out).toMatch(/Pay it at http:\/\/portal\.test\/west\/pay\/[a-z2-7]{32}\n$/);
    expect([code, answers]).toEqual([0, []]);
    expect(asked.filter((text) => /: $/.test(text))).toHaveLength(5);
    expect(asked.join('')).not.toContain(KEY);
  });

  it('init creates nothing when an answer is invalid', async () => {
    const words = [
      'init',
      '--name',
      'Bad',
      '--domain',
      'bad',
      ...ACCOUNT,
      '--invoice',
      'Ida, Moss',
    ];
    expect((await quittance(words, KEY)).code).not.toBe(0);
    expect((await quittance(['company', 'show', 'bad'])).err).toContain('There is no company bad');
  });
});

describe('Companies', () => {
  it('company keys are stored sealed, and no command prints them', async () => {
    const shown = await quittance(['company', 'show', 'harbor', '--json']);
    expect(shown.out).not.toContain(KEY);
    const [own] = await fresh.database.asSystem((tx) =>
      tx
        .select(getTableColumns(companySecrets))
        .from(companySecrets)
        .innerJoin(companies, eq(companies.companyId, companySecrets.companyId))
        .where(eq(companies.domain, companyDomainSchema.parse('harbor'))),
    );
    if (!own) throw new Error('harbor has no secrets');
    expect(own.processorKeySealed).not.toContain(KEY);
    const { open } = createSealer(...keysFromText(SETTINGS.SECRET_KEY));
    expect(open(own.processorKeySealed ?? '', sealContext.processorKey(own.companyId))).toBe(KEY);
  });

  it('a company has its own domain, which ignores case', async () => {
    const words = ['company', 'create', 'harbor', '--name', 'Other', ...ACCOUNT];
    const { code, err } = await quittance([...words, '--json'], KEY);
    expect(code).toBe(1);
    expect(JSON.parse(err).error.code).toBe('DOMAIN_ALREADY_USED');
  });

  it.each(['developers', 'api', 'assets', 'faq', 'metrics', 'desk', 'playground'])(
    'a company cannot use the reserved domain %s',
    async (domain) => {
      const words = ['company', 'create', domain, '--name', 'Other', ...ACCOUNT];
      const { code, err } = await quittance([...words, '--json'], KEY);
      expect(code).toBe(1);
      expect(JSON.parse(err).error.code).toBe('DOMAIN_RESERVED');
    },
  );

  it('the company command names the settings that the processor requires', async () => {
    const words = ['company', 'create', 'south', '--name', 'South', '--processor', 'stripe'];
    const { code, err } = await quittance(
      [...words, '--script-url', 'https://js.stripe.com/x.js'],
      KEY,
    );
    expect(code).toBe(1);
    expect(err).toContain('publicKey: Publishable key is missing.');
    expect(await toAnswer(quittance, words)).toMatchObject({ processor: 'stripe' });
    expect(await toAnswer(quittance, ['company', 'processor', 'south'])).toMatchObject({
      hasKey: false,
      isReady: false,
      setup: expect.arrayContaining([{ step: 'KEYS', state: 'OPEN', detail: null }]),
    });
  });

  it('a company update changes only fees, terms and brand', async () => {
    const before = await toAnswer(quittance, ['company', 'show', 'harbor']);
    const after = await toAnswer(quittance, [
      'company',
      'set',
      'harbor',
      '--card-fee',
      '2.90',
      '--card-fixed',
      '0.30',
      '--fee-payer',
      'customer',
      '--color',
      '#0f766e',
      '--support-phone',
      '+12075550100',
    ]);
    expect(after).toEqual({
      ...before,
      feeSettings: { card: 290, cardFixed: 30, ach: 0, achFixed: 0 },
      isFeePayerCompany: false,
      mainColor: '#0f766e',
      supportPhone: '+12075550100',
    });
    const ach = ['company', 'set', 'harbor', '--ach-fee', '0.80'];
    expect(await toAnswer(quittance, ach)).toMatchObject({
      feeSettings: { card: 290, cardFixed: 30, ach: 80, achFixed: 0 },
    });
    const [{ actor, action } = { actor: '', action: '' }] = (
      await fresh.database.asSystem((tx) => tx.select().from(audit))
    ).filter((row) => row.action === 'company.changed');
    expect([actor, action]).toEqual(['operator', 'company.changed']);
  });

  it.each([
    ['--card-fee', '4.01'],
    ['--time-zone', 'America/Atlantis'],
    ['--support-phone', '2075550142'],
    ['--color', 'green'],
  ])('the company command refuses %s %s', async (option, value) => {
    expect((await quittance(['company', 'set', 'harbor', option, value])).code).toBe(1);
  });
});

describe('Customers and invoices', () => {
  it('customers and invoices keep references and amounts as typed', async () => {
    const words = ['customer', 'add', 'harbor', '--ref', '0042', '--business', '1e3'];
    expect(await toAnswer(quittance, words)).toMatchObject({
      customerRef: '0042',
      businessName: '1e3',
    });
    expect(await invoice('007', '1,234.50')).toMatchObject({ accountRef: '007', total: 123_450 });
    const { data } = await toAnswer(quittance, ['customer', 'list', 'harbor', '--limit', '1']);
    expect(data).toMatchObject([{ customerRef: '0042' }]);
  });

  it('invoices are issued with lines and can be changed until they are paid', async () => {
    const issued = await toAnswer(quittance, [
      'invoice',
      'add',
      'harbor',
      '--customer',
      'A-1',
      '--number',
      'S-1',
      '--title',
      'Hull',
      '--line',
      'Planks; 2.5; 40.00; 5.00',
      '--line',
      'Discount; 1; -10.00',
      '--due',
      '2099-12-01',
    ]);
    expect(issued).toMatchObject({ total: 9500, tax: 500, lines: [{ amount: 10_000 }, {}] });
    const words = ['invoice', 'set', 'harbor', 'S-1', '--due', '2099-12-31', '--note', 'Thanks'];
    expect(await toAnswer(quittance, words)).toMatchObject({
      total: 9500,
      dueDate: '2099-12-31',
      note: 'Thanks',
      productName: 'Hull',
    });
    const wrong = ['invoice', 'set', 'harbor', 'S-1', '--line', 'Planks'];
    expect(await quittance(wrong)).toMatchObject({ code: 2 });
    const customer = ['customer', 'set', 'harbor', 'A-1', '--email', 'ada@example.com'];
    expect(await toAnswer(quittance, customer)).toMatchObject({
      email: 'ada@example.com',
      firstName: 'Ada',
      phone: '+12075550142',
    });
    expect((await quittance(['customer', 'set', 'harbor', 'A-1'])).code).toBe(1);
  });

  it('invoices can be discounted, disputed, resolved and written off', async () => {
    await invoice('D-1');
    const of = (verb: string) => ['invoice', verb, 'harbor', 'D-1', '--reason', 'Agreed'];
    const offered = await toAnswer(quittance, ['invoice', 'offer', 'harbor', 'D-1', '90.00']);
    expect(offered).toMatchObject({ offer: 9000, balance: 12_000 });
    expect(await toAnswer(quittance, of('dispute'))).toMatchObject({ status: 'DISPUTED' });
    expect((await quittance(of('dispute'))).err).toContain('PREVIOUS_DISPUTE_IS_NOT_ANSWERED');
    expect(await toAnswer(quittance, of('resolve'))).toMatchObject({ status: 'DUE' });
    expect((await quittance(of('reopen'))).code).toBe(1);
    const sent = await quittance(['invoice', 'send', 'harbor', 'D-1']);
    expect(sent).toMatchObject({ code: 0, out: 'sent: D-1\n' });
    expect((await quittance(['invoice', 'send', 'harbor', 'D-0'])).err).toContain(
      'ACCOUNT_NOT_FOUND',
    );
    expect((await quittance(of('write-off'))).err).toContain('INVOICE_NOT_CHANGEABLE');
    await toAnswer(quittance, ['invoice', 'set', 'harbor', 'D-1', '--due', '2020-01-01']);
    expect(await toAnswer(quittance, of('write-off'))).toMatchObject({ status: 'DEFAULTED' });
  });

  it('invoices can be paid in cash and voided', async () => {
    await invoice('V-1');
    const cash = ['payments', 'record', 'harbor', 'cash', 'Q-1', '--invoice', 'V-1=20.00'];
    const paid = await quittance(cash);
    expect(paid).toMatchObject({ code: 0, out: expect.stringMatching(/^amount +20\.00$/m) });
    const again = await quittance(cash);
    const { data } = await toAnswer(quittance, ['payments', 'list', 'harbor', '--invoice', 'V-1']);
    expect(data).toMatchObject([{ amount: 2000, state: 'SUCCEEDED' }]);
    expect(again.err).toContain(data[0].id);
    const voided = await quittance(['invoice', 'void', 'harbor', 'V-1', '--reason', 'Twice']);
    expect(voided.err).toContain('INVOICE_NOT_CHANGEABLE');
    await invoice('V-3');
    const credit = ['invoice', 'credit', 'harbor', 'V-3', '30.00', '--reason', 'Twice'];
    const note = await toAnswer(quittance, credit);
    expect(note).toMatchObject({ amount: 3000, settled: 3000, credit: 0 });
    await invoice('V-2');
    const gone = await toAnswer(quittance, ['invoice', 'void', 'harbor', 'V-2', '--reason', 'No']);
    expect(gone.voidedAt).toEqual(expect.any(String));
    expect((await quittance(['link', 'create', 'harbor', 'V-2'])).code).toBe(1);
    const list = await quittance(['invoice', 'list', 'harbor']);
    expect(list.out).toContain('accountRef');
    expect(list.out).toContain('100.00');
  });
});

describe('Keys and links', () => {
  it('the key commands show a key once, rotate it and revoke it', async () => {
    const created = await toAnswer(quittance, ['keys', 'create', 'harbor', '--name', 'ERP']);
    expect(created.key).toMatch(/^qk_/);
    const listed = await quittance(['keys', 'list', 'harbor']);
    expect(listed.out).not.toContain(created.key);
    const rotated = await toAnswer(quittance, ['keys', 'rotate', 'harbor', created.id]);
    expect(rotated).toMatchObject({ scopes: created.scopes, expiresAt: null });
    const revoked = await toAnswer(quittance, ['keys', 'revoke', 'harbor', rotated.id]);
    expect(revoked.revokedAt).toEqual(expect.any(String));
    expect((await quittance(['keys', 'revoke', 'harbor', rotated.id])).code).toBe(1);
  });

  it('the link commands create, list and revoke links', async () => {
    await invoice('L-1');
    const { url } = await toAnswer(quittance, ['link', 'create', 'harbor', 'L-1']);
    const open = async () => {
      const links: { id: string; invoiceRef: string }[] = await toAnswer(quittance, [
        'link',
        'list',
        'harbor',
      ]);
      return links.filter(({ invoiceRef }) => invoiceRef === 'L-1');
    };
    const links = await open();
    expect(JSON.stringify(links)).not.toContain(url.split('/').at(-1));
    expect((await quittance(['link', 'revoke', 'harbor', links[0]?.id ?? ''])).out).toBe(
      'revoked\n',
    );
    expect(await open()).toEqual([]);
  });
});

describe('Secrets, status and schema', () => {
  it('the command line reads secrets only from standard input', async () => {
    const words = ['secrets', 'set', 'harbor', 'processor-key'];
    expect((await quittance(words)).err).toContain('No processor-key was read from standard input');
    expect(await quittance(words, 'sk_test_new\n')).toMatchObject({ code: 0, out: 'replaced\n' });
  });

  it('the status command reports the state of the installation', async () => {
    // No processor runs here.
    await fresh.database.pool.query('delete from processor_connections');
    const { figures, alarms } = await toAnswer(quittance, ['status']);
    expect(figures.length).toBeGreaterThan(0);
    expect(alarms).toEqual([]);
  });

  it('the migrate command updates an empty database, and other commands fail before the migration', async () => {
    const empty = await emptyDatabase();
    try {
      const onEmpty = commandLine(empty.url);
      expect((await onEmpty(['company', 'show', 'harbor'])).err).toContain('quittance migrate');
      expect(await onEmpty(['migrate'])).toMatchObject({ code: 0 });
      expect((await onEmpty(['company', 'show', 'harbor'])).err).toContain('There is no company');
    } finally {
      await empty.drop();
    }
  });
});
