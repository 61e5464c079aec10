/** State that the writers of a company's rows share: the collected rows, the calendar, ids and the sealer. */
import type { SupportContact } from '@quittance/contract/companies/company-contact';
import { addDays, type Instant, type IsoDate } from '@quittance/contract/dates';
import type { CompanyId, ContractId, CustomerId, ProjectId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Entropy } from '@quittance/server/kernel/entropy';
import type { Sealer } from '@quittance/server/platform/sealing/seal';
import { localInstant } from '../local-instant.ts';
import type { CompanyInsert, DemoRows, MethodInsert } from './demo-rows.ts';

export type SeedContext = {
  rows: DemoRows;
  company: CompanyInsert & SupportContact & { timeZone: string };
  tokenPrefix: string;
  today: IsoDate;
  now: Instant;
  entropy: Entropy;
  sealer: Sealer;
};

export type CustomerRefs = {
  companyId: CompanyId;
  customerId: CustomerId;
  methods: ReadonlyMap<string, MethodInsert>;
  projectIds: ReadonlyMap<string, ProjectId>;
  contractIds: ReadonlyMap<string, ContractId>;
};

export function toDay(context: SeedContext, daysFromToday: number): IsoDate {
  return addDays(context.today, daysFromToday);
}

export function timeOn({ company }: SeedContext, date: IsoDate, time: string): Instant {
  return localInstant({ date, time, timeZone: company.timeZone });
}

export function lookUp<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const found = values.get(name);
  invariant(found !== undefined, `the demo data defines ${name}`);
  return found;
}
