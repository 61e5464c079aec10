/** What the writers of one company's rows share: where they write, the calendar, ids and the seal. */
import { addDays, type Instant, type IsoDate } from '@quittance/contract/dates';
import type { CompanyId, ContractId, CustomerId, ProjectId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Entropy } from '@quittance/server/entropy';
import type { Sealer } from '@quittance/server/storage/seal';
import type { CompanyInsert, DemoRows, MethodInsert } from './demo-rows.ts';
import { localInstant } from './local-instant.ts';

export type Pen = {
  rows: DemoRows;
  company: CompanyInsert & { timeZone: string };
  /** Today in the company's zone. */
  today: IsoDate;
  now: Instant;
  entropy: Entropy;
  sealer: Sealer;
};

/** One customer's things, which the data names by reference and the rows by id. */
export type Folder = {
  companyId: CompanyId;
  customerId: CustomerId;
  methods: ReadonlyMap<string, MethodInsert>;
  projectIds: ReadonlyMap<string, ProjectId>;
  contractIds: ReadonlyMap<string, ContractId>;
};

export function dayOf(pen: Pen, daysFromToday: number): IsoDate {
  return addDays(pen.today, daysFromToday);
}

export function timeOn({ company }: Pen, date: IsoDate, time: string): Instant {
  return localInstant({ date, time, timeZone: company.timeZone });
}

/** Looks up what another part of the data promised to hold. */
export function named<Value>(things: ReadonlyMap<string, Value>, name: string): Value {
  const found = things.get(name);
  invariant(found !== undefined, `the data names ${name}, so it is there`);
  return found;
}
