/**
 * In-memory cache of companies for reads (ADR 0056). The database announces each change of a company's row to every
 * process. A process that is not listening caches nothing. Payments read the row in their own transaction.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import { invariant } from '@quittance/domain/invariant';
import { monotonicMs } from '../kernel/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keepListening } from '../platform/database/notifications.ts';
import { type CompanyRow, findCompany, findCompanyByDomain } from './store.ts';

export type Companies = {
  /** The id comes from a session or a link, so the company exists. */
  find(companyId: CompanyId): Promise<CompanyRow>;
  /** Case-insensitive (R53). Returns null for a domain that belongs to no company. */
  findByDomain(domain: string): Promise<CompanyRow | null>;
};

const CHANNEL = 'company_changed';

/** Maximum age of an entry, in case an announcement is lost without the connection failing. */
const KEPT_MS = 30_000;

type Entry = { company: CompanyRow; readAt: number };

export function uncachedCompanies({ readAlone }: Pick<Database, 'readAlone'>): Companies {
  return {
    async find(companyId) {
      const company = await readAlone((tx) => findCompany(tx, companyId));
      invariant(company, 'a session has its company');
      return company;
    },
    findByDomain: (domain) => readAlone((tx) => findCompanyByDomain(tx, domain)),
  };
}

function createCache(source: Companies) {
  const entries = new Map<CompanyId, Entry>();
  /** Counts events that could have changed a row: a read that began before such an event must not be cached. */
  let changes = 0;
  let isListening = false;
  /** Ids by domain, in lower case. An id is used only while the entry of the company has that domain. */
  const ids = new Map<string, CompanyId>();

  function findFresh(companyId: CompanyId): CompanyRow | null {
    const known = entries.get(companyId);
    return known && monotonicMs() - known.readAt < KEPT_MS ? known.company : null;
  }

  /** Reads in progress. One that began before a change is not shared with a caller that came after it. */
  const reading = new Map<string, Promise<CompanyRow | null>>();

  async function readAnew(find: () => Promise<CompanyRow | null>): Promise<CompanyRow | null> {
    const [readAt, before] = [monotonicMs(), changes];
    const company = await find();
    if (company && isListening && changes === before) {
      entries.set(company.companyId, { company, readAt });
      ids.set(company.domain.toLowerCase(), company.companyId);
    }
    return company;
  }

  /** After a start or a change, many visitors ask for the same company at once. */
  function read(key: string, find: () => Promise<CompanyRow | null>): Promise<CompanyRow | null> {
    const known = reading.get(key);
    if (known) return known;
    const begun: Promise<CompanyRow | null> = readAnew(find).finally(() => {
      if (reading.get(key) === begun) reading.delete(key);
    });
    reading.set(key, begun);
    return begun;
  }

  function noteChange(): void {
    changes += 1;
    reading.clear();
  }

  return {
    forget(companyId: CompanyId) {
      noteChange();
      entries.delete(companyId);
    },
    keep(isKept: boolean) {
      noteChange();
      entries.clear();
      ids.clear();
      isListening = isKept;
    },
    async find(companyId: CompanyId): Promise<CompanyRow> {
      const company = findFresh(companyId) ?? (await read(companyId, () => source.find(companyId)));
      invariant(company, 'a session has its company');
      return company;
    },
    async findByDomain(domain: string): Promise<CompanyRow | null> {
      const known = ids.get(domain.toLowerCase());
      const company = known && findFresh(known);
      if (company && isSameReference(company.domain, domain)) return company;
      return read(`/${domain}`, () => source.findByDomain(domain));
    },
  };
}

export type CompanyCache = Companies & { close(): void };

type CacheDatabase = Pick<Database, 'pool' | 'readAlone' | 'isDistributed'>;

export function openCompanyCache(database: CacheDatabase): CompanyCache {
  const cache = createCache(uncachedCompanies(database));
  /** A distributed database sends no announcements. */
  async function keepIfAnnounced(): Promise<void> {
    const isDistributed = await Promise.resolve(database.isDistributed()).catch(() => true);
    cache.keep(!isDistributed);
  }
  const { close } = keepListening(database.pool, {
    channel: CHANNEL,
    // Safe because the trigger sends the company's id.
    onMessage: (companyId) => cache.forget(companyId as CompanyId),
    onListening: () => void keepIfAnnounced(),
    onLost: () => cache.keep(false),
  });
  return { find: cache.find, findByDomain: cache.findByDomain, close };
}
