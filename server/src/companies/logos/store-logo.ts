/** A company's logo: uploaded by the operator, or fetched once from the address in its row (R52). */
import { createHash } from 'node:crypto';
import type { CompanyId } from '@quittance/contract/ids';
import type { Deps } from '../../kernel/deps.ts';
import { PUBLIC_INTERNET, type Reach } from '../../platform/outbound/reach.ts';
import { type ChildLimits, ChildStopped, runInChild } from '../../platform/process/run-in-child.ts';
import { fetchPicture } from './fetch-picture.ts';
import { LogoRefused, type LogoResult } from './logo-refused.ts';
import { type Logo, listCompaniesWithNewLogo, recordLogoFailure, storeLogo } from './logo-rows.ts';

type LogoDeps = Pick<Deps, 'database' | 'clock'>;

/** The version changes with the picture, because browsers cache the URL that contains it. */
export function logoVersion({ wide, icon }: Logo): string {
  return createHash('sha256').update(wide).update(icon).digest('hex').slice(0, 16);
}

async function store(deps: LogoDeps, companyId: CompanyId, logo: Logo & { url: string | null }) {
  const stored = { ...logo, version: logoVersion(logo), at: deps.clock.now() };
  await deps.database.asSystem((tx) => storeLogo(tx, companyId, stored));
}

/** Sufficient for a picture of maximum size on a busy machine. */
const LIMITS: ChildLimits = { timeoutMs: 10_000, memoryMb: 512 };

/**
 * Draws a picture in a separate process. This takes seconds, so no transaction may be open meanwhile.
 *
 * @throws LogoRefused
 */
export async function drawApart(picture: Uint8Array, limits = LIMITS): Promise<Logo> {
  try {
    const drawings = runInChild<Uint8Array, LogoResult>('drawLogo', picture, limits);
    for await (const drawn of drawings) {
      if ('refusal' in drawn) throw new LogoRefused(drawn.refusal);
      return drawn;
    }
  } catch (error) {
    if (!(error instanceof ChildStopped)) throw error;
    const message = 'The picture takes too much time or memory to draw.';
    throw new LogoRefused(message, { cause: error });
  }
  throw new Error('The child process has drawn nothing.');
}

export async function storeUploadedLogo(
  deps: LogoDeps,
  companyId: CompanyId,
  logo: Logo,
): Promise<void> {
  await store(deps, companyId, { ...logo, url: null });
}

export type LogoAddress = { companyId: CompanyId; url: string; reach?: Reach };

/** @throws LogoRefused, after recording the failure, so that the address is not fetched again automatically */
export async function fetchLogo(deps: LogoDeps, address: LogoAddress): Promise<void> {
  const { companyId, url, reach = PUBLIC_INTERNET } = address;
  try {
    await store(deps, companyId, { ...(await drawApart(await fetchPicture(reach, url))), url });
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error;
    const failed = { url, failure: error.message, at: deps.clock.now() };
    await deps.database.asSystem((tx) => recordLogoFailure(tx, companyId, failed));
    throw error;
  }
}

const LOGOS_PER_RUN = 20;

/** Called by the job. Fetches each new address only once. */
export async function fetchNewLogos(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  reach: Reach = PUBLIC_INTERNET,
): Promise<void> {
  const waiting = await deps.database.asSystem((tx) => listCompaniesWithNewLogo(tx, LOGOS_PER_RUN));
  for (const { companyId, logoUrl } of waiting) {
    if (logoUrl === null) continue;
    try {
      await fetchLogo(deps, { companyId, url: logoUrl, reach });
    } catch (error) {
      if (!(error instanceof LogoRefused)) throw error;
      deps.log.warn(
        { event: 'logo.refused', companyId, reason: error.message },
        'a logo could not be fetched',
      );
    }
  }
}
