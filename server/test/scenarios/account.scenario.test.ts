/**
 * A customer's account (R60 to R62): the same history as a statement on screen, in PDF and in CSV, as the receipts
 * of a year, and as a chain of consents.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatMoney } from '@quittance/contract/format';
import { accountSchemas } from '@quittance/contract/statements/portal-routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainHistories } from '../../src/statements/chain-history.ts';
import { type OpenAccount, openAccount } from '../world/account-history.ts';
import { textsOfPdf } from '../world/pdf-text.ts';

const VERIFY = fileURLToPath(new URL('../../../docs/verify-history.mjs', import.meta.url));
const DAYS = 'from=2026-11-01&to=2026-12-31';

let account: OpenAccount;

beforeAll(async () => {
  account = await openAccount();
}, 60_000);
afterAll(() => account.world.close());

async function readStatement(days = DAYS, limit = 100) {
  const { answer } = accountSchemas.statement;
  const first = await account.read(answer, `statement?${days}&limit=${limit}`);
  const lines = [...first.lines];
  for (let cursor = first.nextCursor; cursor; ) {
    const next = await account.read(answer, `statement?${days}&limit=${limit}&cursor=${cursor}`);
    lines.push(...next.lines);
    cursor = next.nextCursor;
  }
  return { summary: first.summary, lines };
}

async function owed(): Promise<number> {
  const { rows } = await account.world.deps.database.pool.query<{ cents: string }>(
    `select sum(total_cents - paid_cents) as cents from invoices
     where company_id = $1 and status <> 'DRAFT'`,
    [account.company.companyId],
  );
  return Number(rows[0]?.cents);
}

describe('The statement of an account (R60)', () => {
  it('a statement lists charges, payments and refunds, and ends with the amount owed', async () => {
    const { summary, lines } = await readStatement();
    const toName = (reference: string | null) =>
      Object.entries(account.bills).find(([, { accountRef }]) => accountRef === reference)?.[0] ??
      reference;
    const told = lines.map(({ kind, reference, charge, credit }) =>
      [kind, toName(reference), charge, credit].join(' '),
    );
    expect(told.filter((line) => line.startsWith('INVOICE'))).toHaveLength(8);
    expect(lines).toContainEqual(expect.objectContaining({ method: 'CHECK', number: '1042' }));
    expect(told).toEqual(
      expect.arrayContaining([
        'INVOICE changed 10000 0',
        'PAYMENT card 0 10000',
        'FEE card 330 330',
        'PAYMENT cash 0 2500',
        'PAYMENT first 0 10000',
        'PAYMENT second 0 10000',
        'FEE  630 630',
        'PAYMENT waived 0 6000',
        'WAIVER waived 0 4000',
        'REFUND card 5000 5000',
        'FEE_REFUND card 165 165',
        'RETURN bank 10000 0',
        'FEE_RETURN bank 80 80',
        'REBILLED changed 0 2000',
        'REOPENED card 5000 0',
      ]),
    );
    expect(told.filter((line) => line.includes(' gone '))).toEqual([]);
    expect(summary.opening).toBe(0);
    expect(summary.closing).toBe(await owed());
    expect(lines.at(-1)?.balance).toBe(summary.closing);
    expect(summary.lines).toBe(lines.length);
  });

  it('a statement is the same for any page size', async () => {
    const whole = await readStatement();
    expect(await readStatement(DAYS, 3)).toEqual(whole);
  });

  it('a statement begins with the balance before its first day', async () => {
    const whole = await readStatement();
    const before = await readStatement('from=2026-01-01&to=2026-11-15');
    const after = await readStatement('from=2026-11-16&to=2026-12-31');
    expect(after.summary.opening).toBe(before.summary.closing);
    expect([...before.lines, ...after.lines]).toEqual(whole.lines);
    expect(after.summary.closing).toBe(whole.summary.closing);
  });

  it('a statement is identical to the cent on the screen, as CSV and as PDF', async () => {
    const { summary, lines } = await readStatement();
    const decimal = (value: number) => (value / 100).toFixed(2);
    const csv = (await account.download(`kind=statement-csv&${DAYS}`)).toString('utf8');
    const rows = csv.trimEnd().split('\r\n').slice(1);
    const computeAmounts = (row = '') => row.split(',').slice(-3);
    expect(computeAmounts(rows[0])).toEqual(['', '', decimal(summary.opening)]);
    expect(computeAmounts(rows.at(-1))).toEqual(
      [summary.charges, summary.credits, summary.closing].map(decimal),
    );
    expect(rows.slice(1, -1).map(computeAmounts)).toEqual(
      lines.map(({ charge, credit, balance }) => [charge, credit, balance].map(decimal)),
    );
    const texts = textsOfPdf(await account.download(`kind=statement-pdf&${DAYS}`));
    const begin = texts.indexOf('Balance') + 1;
    const money = texts.slice(begin).filter((text) => /^-?\$[\d,]+\.\d\d$/.test(text));
    expect(money).toEqual(
      lines.flatMap(({ charge, credit, balance }) => [
        ...(charge === 0 ? [] : [formatMoney(charge)]),
        ...(credit === 0 ? [] : [formatMoney(credit)]),
        formatMoney(balance),
      ]),
    );
    for (const sum of [summary.opening, summary.charges, summary.credits, summary.closing]) {
      expect(texts.slice(0, begin)).toContain(formatMoney(sum));
    }
    expect(
      texts.some((text) => text.includes(`Payment · ${account.bills.card.accountRef} · Visa`)),
    ).toBe(true);
  });

  it('a statement refuses a start day after the end day', async () => {
    const refusal = z.object({ success: z.literal(false), message: z.string() });
    const answer = await account.read(refusal, 'statement?from=2026-12-01&to=2026-11-01');
    expect(answer.message).toBe('INVALID_REQUEST');
  });
});

describe('All receipts of a period (R61)', () => {
  it('the receipts of a period are combined into one PDF with a page per payment', async () => {
    const file = await account.download('kind=receipts&from=2026-01-01&to=2026-12-31');
    const { rows } = await account.world.deps.database.pool.query<{ id: string }>(
      `select id from attempts where company_id = $1 and state in ('SUCCEEDED', 'RETURNED')`,
      [account.company.companyId],
    );
    const texts = textsOfPdf(file);
    // The receipt for two invoices has an extra page that lists them.
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(rows.length + 1);
    for (const { id } of rows) expect(texts).toContain(`R-${id.slice(0, 8).toUpperCase()}`);
  });

  it('a period without receipts is reported as empty', async () => {
    const texts = textsOfPdf(await account.download('kind=receipts&from=2024-01-01&to=2024-12-31'));
    expect(texts.join(' ')).toContain('No payments were made');
  });
});

function verify(data: string, head?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  try {
    const file = join(folder, 'history.ndjson');
    writeFileSync(file, data);
    const args = [VERIFY, file, ...(head === undefined ? [] : [head])];
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch (error) {
    return z.object({ stderr: z.string() }).parse(error).stderr.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('The history of an account (R62)', () => {
  it('the account history has each consent with its exact text and the resulting actions', async () => {
    const { entries, head } = await account.read(
      accountSchemas.history.answer,
      'history?limit=100',
    );
    const { rows } = await account.world.deps.database.pool.query<{ text: string }>(
      'select text from mandates where company_id = $1',
      [account.company.companyId],
    );
    const contents = entries.map(({ content }) => content);
    const texts = contents.flatMap((one) => (one.kind === 'CONSENT' ? one.text : []));
    expect(texts.toSorted()).toEqual([...new Set(rows.map(({ text }) => text))].toSorted());
    expect(rows.length).toBeGreaterThan(1);
    const told = contents.map((one) => {
      if (one.kind === 'PAYMENT') return `${one.kind} ${one.state} ${one.amount}`;
      return one.kind === 'CHANGE' ? `${one.kind} ${one.action} ${one.by}` : one.kind;
    });
    expect(told).toEqual(
      expect.arrayContaining([
        'CONSENT',
        'PAYMENT SUBMITTED 10000',
        'PAYMENT RETURNED 10000',
        'PAYMENT SUCCEEDED 6000',
        'REFUND',
        'CHANGE payment.unscheduled PAYER',
        'CONSENT_ENDED',
      ]),
    );
    expect(head).toBe(`${entries[0]?.position}:${entries[0]?.hash}`);
    const pdf = textsOfPdf(await account.download('kind=history-pdf')).join(' ');
    for (const text of texts) expect(pdf).toContain(text.slice(0, 60));
    expect(pdf).toContain(head?.split(':')[1]?.slice(0, 40));
  });

  it('an account history entry appears once, however often the history is read', async () => {
    const count = async () =>
      (await account.read(accountSchemas.history.answer, 'history?limit=100')).entries.length;
    const before = await count();
    await account.world.deps.database.pool.query('update history_progress set audit_position = 0');
    await chainHistories(account.world.deps);
    expect(await count()).toBe(before);
  });

  it('an independent script verifies the account history and detects every change', async () => {
    const data = (await account.download('kind=history-data')).toString('utf8');
    const lines = data.trimEnd().split('\n');
    const { head } = z.object({ head: z.string() }).parse(JSON.parse(lines.at(-1) ?? ''));
    expect(verify(data)).toBe(`intact: ${head}`);
    expect(verify(data, head)).toBe(`intact: ${head}`);
    expect(verify(data, '1:0000')).toBe('broken: the chain does not contain 1:0000');
    const consent = lines.findIndex((line) => line.includes('I authorize'));
    const text = lines.map((line, index) =>
      index === consent ? line.replace('I authorize', 'I do not authorize') : line,
    );
    expect(verify(text.join('\n'))).toBe(`broken: entry ${consent} was changed`);
    expect(verify(lines.filter((_, index) => index !== 2).join('\n'))).toBe(
      'broken: entry 2 is missing',
    );
    const withoutLast = lines.filter((_, index) => index !== lines.length - 2);
    expect(verify(withoutLast.join('\n'))).toBe(`broken: entry ${lines.length - 2} is missing`);
    const [owner = '', first = '', second = '', ...rest] = lines;
    expect(verify([owner, second, first, ...rest].join('\n'))).toBe('broken: entry 1 is missing');
    const swapped = [
      owner,
      second.replace('"position":2', '"position":1'),
      first.replace('"position":1', '"position":2'),
      ...rest,
    ];
    expect(verify(swapped.join('\n'))).toBe('broken: entry 1 was changed');
  });
});
