/**
 * Keeps the data of the documents of links in memory (ADR 0128). Each visit authenticates its link and reads the current
 * version in the same statement. The data is used only if it was read at that version, from the same company, on the
 * same day.
 */
import { isDeepStrictEqual } from 'node:util';
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyRow } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { keepRecent } from '../../kernel/keep-recent.ts';
import type { ResolvedLink } from '../../requests/resolve-link.ts';

/** About 20 kB each. */
const LINKS_MAX = 500;

type Basis = { version: string; today: IsoDate; company: CompanyRow };

const isSame = (one: Basis, other: Basis): boolean =>
  one.version === other.version &&
  one.today === other.today &&
  (one.company === other.company || isDeepStrictEqual(one.company, other.company));

export function createKeptLinks<Data extends object>() {
  const links = keepRecent<Basis & { data: Data }>(LINKS_MAX);
  return {
    /** Null if the version is. The basis is determined before the data is read, so the data is never older. */
    async find(
      { companies, clock }: Pick<Deps, 'companies' | 'clock'>,
      { link: { companyId, linkId }, version }: ResolvedLink,
    ) {
      if (version === null) return null;
      const company = await companies.find(companyId);
      const basis = { version, company, today: clock.today(company.timeZone) };
      const known = links.find(linkId);
      return {
        data: known && isSame(known, basis) ? known.data : null,
        keep: (data: Data) => void links.keep(linkId, { ...basis, data }),
      };
    },
  };
}

export type KeptLinks<Data extends object> = ReturnType<typeof createKeptLinks<Data>>;
