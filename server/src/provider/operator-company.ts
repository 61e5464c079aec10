/** Operator commands on a company's appearance to payers: its logo and whom they ask (R52). */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { LOGO_BYTES_MAX, LogoRefused } from '../logos/draw-logo.ts';
import { fetchLogo, uploadLogo } from '../logos/store-logo.ts';
import { findCompanyByDomain, updateSupport } from '../storage/billing/companies.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { OrderRefused } from './operator-access.ts';

type CompanyDeps = Pick<Deps, 'database' | 'clock'>;

async function idOf({ database }: CompanyDeps, domain: string) {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw new OrderRefused(`There is no company ${domain}.`);
  return company.companyId;
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LOGO_BYTES_MAX) throw new LogoRefused('The picture is larger than 1 MB.');
    return await readFile(path);
  } catch (error) {
    if (error instanceof LogoRefused) throw error;
    throw new OrderRefused(`${path} cannot be read.`);
  }
}

/** `source` is a file, or an https address that is fetched now. */
export async function setLogo(deps: CompanyDeps, domain: string, source: string): Promise<string> {
  const companyId = await idOf(deps, domain);
  try {
    if (/^https?:/.test(source)) await fetchLogo(deps, { companyId, url: source });
    else await uploadLogo(deps, companyId, await readPicture(source));
  } catch (error) {
    if (error instanceof LogoRefused) throw new OrderRefused(error.message);
    throw error;
  }
  const entry = { actor: 'operator', action: 'logo_set', subject: domain, detail: {} };
  await deps.database.asSystem((tx) =>
    appendAudit(tx, { companyId, ...entry, at: deps.clock.now() }),
  );
  return 'stored';
}

const supportSchema = z.object({
  supportEmail: z.email(),
  supportPhone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/)
    .nullable(),
});

export type Support = { email: string; phone: string };

/** Shown wherever a text refers payers to the company; an empty phone number leaves none. */
export async function setSupport(
  deps: CompanyDeps,
  domain: string,
  { email, phone }: Support,
): Promise<string> {
  const given = supportSchema.safeParse({ supportEmail: email, supportPhone: phone || null });
  if (!given.success)
    throw new OrderRefused('Give an email address and a number like +12075550142.');
  const companyId = await idOf(deps, domain);
  const entry = { actor: 'operator', action: 'support_set', subject: domain, detail: {} };
  await deps.database.asSystem(async (tx) => {
    await updateSupport(tx, companyId, given.data);
    await appendAudit(tx, { companyId, ...entry, at: deps.clock.now() });
  });
  return 'stored';
}
