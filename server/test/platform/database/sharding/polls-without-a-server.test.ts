/**
 * A server of a distributed database is down: polls go on for the companies of the others (ADR 0134). One Postgres
 * stands for the cluster here. It has the two objects of Citus that say where a company is, and refuses to read the rows
 * of a company on the dead server.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '../../../../src/kernel/clock.ts';
import { systemEntropy } from '../../../../src/kernel/entropy.ts';
import {
  addToOutbox,
  listCompaniesWithEvents,
  MAIL_TOPIC,
  mailQueue,
} from '../../../../src/platform/events/outbox.ts';
import { claimOne } from '../../../../src/platform/queue/queue.ts';
import { useDatabase } from '../../../database.ts';
import { fillEveryTable, type SmallCompany } from '../../../rows/every-table.ts';
import { START } from '../../../world/world.ts';

const fresh = useDatabase();
let harbor: SmallCompany;
let summit: SmallCompany;

const clock = fixedClock(START);
const CONNECTION_FAILURE = '08006';

const query = (text: string) => fresh.database.pool.query(text);

const CLUSTER = `
  create table down (company_id uuid, code text);
  create table pg_dist_placement as select company_id, row_number() over () as shardid,
    row_number() over ()::int as groupid from companies;
  create function get_shard_id_for_distribution_column(text, company uuid) returns bigint
    language sql as 'select shardid from pg_dist_placement where company_id = company';
  create function is_reached(company uuid) returns boolean language plpgsql cost 1000000 as $$
  declare failure text := (select code from down where company_id = company);
  begin
    if failure is not null then raise exception 'not reached' using errcode = failure; end if;
    return true;
  end $$;
  alter table outbox rename to outbox_rows;
  create view outbox as select * from outbox_rows where is_reached(company_id);`;

async function stop({ companyId }: SmallCompany, code: string): Promise<void> {
  await query(`insert into down values ('${companyId}', '${code}')`);
}

const list = () => fresh.database.readAlone(listCompaniesWithEvents);

async function claimMail() {
  const deps = { clock, entropy: systemEntropy };
  const lease = await fresh.database.writeAlone((tx) => claimOne(tx, deps, { queue: mailQueue }));
  return lease?.row.companyId ?? null;
}

describe('A server that is down (ADR 0134)', () => {
  beforeAll(async () => {
    harbor = await fillEveryTable(fresh.database, 'harbor');
    summit = await fillEveryTable(fresh.database, 'summit');
    await query('delete from outbox');
    await fresh.database.asSystem(async (tx) => {
      for (const { companyId } of [summit, harbor]) {
        await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload: {}, at: clock.now() });
        await addToOutbox(tx, { companyId, topic: 'session_ended', payload: {}, at: clock.now() });
      }
    });
    await query(CLUSTER);
  });

  it('events and mails of companies on other servers are found, and those of the dead one when it is back', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      expect((await list()).toSorted()).toEqual([harbor.companyId, summit.companyId].toSorted());
      await stop(summit, CONNECTION_FAILURE);
      expect(await list()).toEqual([harbor.companyId]);
      expect(await claimMail()).toBe(harbor.companyId);
      expect(await claimMail()).toBe(null);
      await query('delete from down');
      expect(await list()).toEqual([harbor.companyId]);
      vi.advanceTimersByTime(5000);
      expect((await list()).toSorted()).toEqual([harbor.companyId, summit.companyId].toSorted());
      expect(await claimMail()).toBe(summit.companyId);
    } finally {
      vi.useRealTimers();
    }
  });

  it('another error of one server is not hidden', async () => {
    await stop(summit, '22012');
    await expect(list()).rejects.toThrow();
    await query('delete from down');
  });
});
