/** A company with its sealed secrets, its staff and its customers. */
import { addDays } from '@quittance/contract/dates';
import { companyDomainSchema, companyIdSchema, type InvoiceId } from '@quittance/contract/ids';
import { brandColumns } from '@quittance/server/companies/store';
import type { Clock } from '@quittance/server/kernel/clock';
import type { Entropy } from '@quittance/server/kernel/entropy';
import { type Sealer, sealContext } from '@quittance/server/platform/sealing/seal';
import { localInstant } from '../local-instant.ts';
import type { DemoCompany } from './demo-data.ts';
import type { DemoRows } from './demo-rows.ts';
import { writeStaff } from './staff/write-staff.ts';
import { writeCustomer } from './write-customer.ts';

export type CompanyDeps = { rows: DemoRows; clock: Clock; entropy: Entropy; sealer: Sealer };

/** Returns the invoices that get a public link. */
export function writeCompany(deps: CompanyDeps, demo: DemoCompany): InvoiceId[] {
  const { rows, clock, entropy, sealer } = deps;
  const { customers, secrets, joinedDaysAgo, domain, logo: _logo, ...terms } = demo;
  const { timeZone } = terms;
  const companyId = companyIdSchema.parse(entropy.uuid());
  const today = clock.today(timeZone);
  const company = {
    ...terms,
    ...brandColumns(terms),
    companyId,
    domain: companyDomainSchema.parse(domain),
    createdAt: localInstant({ date: addDays(today, -joinedDaysAgo), time: '09:00', timeZone }),
  };
  rows.companies.push(company);
  rows.companySecrets.push({
    companyId,
    processorKeySealed: sealer.seal(secrets.processorKey, sealContext.processorKey(companyId)),
    webhookSecretSealed: sealer.seal(secrets.webhookSecret, sealContext.webhookSecret(companyId)),
    lookupKeySealed: writeStaff(deps, company),
  });
  // The demo history exists at no processor; this row keeps reconciliation from looking for it.
  rows.reconciliations.push({
    companyId,
    id: entropy.uuid(),
    processor: terms.processor,
    coversFrom: company.createdAt,
    coversTo: clock.now(),
    finishedAt: clock.now(),
    differences: {},
    isClean: true,
  });
  const context = { rows, company, today, now: clock.now(), entropy, sealer };
  return customers.flatMap((customer) => writeCustomer(context, customer));
}
