/** Caps across all clients on sign-in emails and on guessed codes (R19, R23). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRequestedMail } from '../../src/app/mail/send-requested-mail.ts';
import { ALARMS, toAlarms } from '../../src/app/observability/alarms.ts';
import { readOpsMetrics } from '../../src/app/observability/ops-metrics.ts';
import { createLog } from '../../src/kernel/log.ts';
import { STRICT_LIMITS } from '../../src/platform/limits/limit-config.ts';
import { addNeighbor } from '../world/add-neighbor.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { addContact } from '../world/mailbox.ts';
import { newMerchant } from '../world/merchant.ts';
import { openTestPortal, type TestPortal } from '../world/test-portal.ts';

const CAP = 3;

let portal: TestPortal;
let harbor: TestCompany;
let lastAddress = 0;
const lines: string[] = [];

beforeAll(async () => {
  const hour = { count: CAP, windowMs: 3_600_000 };
  const caps = { mailsPerCompany: hour, codesPerCompany: hour };
  portal = await openTestPortal({ limits: { ...STRICT_LIMITS, ...caps } });
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
});
afterAll(() => portal.close());

function post(path: string, payload: object) {
  lastAddress += 1;
  const remoteAddress = `203.0.113.${lastAddress}`;
  return portal.ask({ method: 'POST', url: `/api/portal/${path}`, payload, remoteAddress });
}

async function askAsNewCustomer(company: TestCompany): Promise<number> {
  const customer = await addNeighbor(portal.deps, company);
  const value = `${customer.customerId}@example.com`;
  await addContact(portal, company, { value, customerId: customer.customerId });
  const payload = { email: value, domain: company.domain, isLocal: false };
  const { statusCode } = await post('debtor/-/send-email', payload);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await sendRequestedMail({ ...portal.deps, log });
  return statusCode;
}

async function mailsTo({ companyId }: TestCompany): Promise<number> {
  const { rowCount } = await portal.pool.query(
    "select from outbox where company_id = $1 and topic = 'mail'",
    [companyId],
  );
  return rowCount ?? 0;
}

describe('Global caps across all clients', () => {
  it('a cap stops the sign-in emails of a company and raises an alarm, and responses stay the same', async () => {
    for (let count = 0; count < CAP + 2; count += 1) {
      expect(await askAsNewCustomer(harbor)).toBe(200);
    }
    expect(await mailsTo(harbor)).toBe(CAP);
    const alarms = lines.filter((line) => line.includes('"sign_in.mail_cap_reached"'));
    expect(alarms).toHaveLength(2);
    expect(alarms.join()).not.toContain('@example.com');
    const summit = await addCompany(portal.deps, newMerchant('payengine'));
    await askAsNewCustomer(summit);
    expect(await mailsTo(summit)).toBe(1);
  });

  it('mass sign-in emails raise an alarm before the cap stops them', async () => {
    const { from } = ALARMS.sign_in_mails_ratio;
    expect(from).toBeLessThan(1);
    await portal.pool.query("update limits.counters set count = $1 where key = 'mailsInAll:all'", [
      from * STRICT_LIMITS.mailsInAll.count,
    ]);
    const alarms = toAlarms(await readOpsMetrics(portal.deps));
    expect(alarms.map(({ name }) => name)).toContain('sign_in_mails_ratio');
  });

  it('a cap stops guesses at the codes of a company from any number of addresses', async () => {
    const guess = () => post('debtor/auth/code', { domain: harbor.domain, code: '123456' });
    const answers: number[] = [];
    for (let count = 0; count <= CAP; count += 1) answers.push((await guess()).statusCode);
    expect(answers).toEqual([410, 410, 410, 429]);
  });
});
