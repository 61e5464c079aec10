/** Lets a company check a fee or colors before changing them, and stores its logo. */

import type { FeeQuestion } from '@quittance/contract/companies/settings-schemas';
import { addCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { type BrandPalette, brandPalette } from '@quittance/domain/brand/brand-palette';
import type { Hex } from '@quittance/domain/brand/color';
import { computeContrast, TEXT_RATIO } from '@quittance/domain/brand/contrast';
import { feeFor, feeTerms } from '@quittance/domain/checkout/fees';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { forgetOnce } from '../platform/database/transaction.ts';
import { logoUrls } from './company-brand.ts';
import { LogoRefused } from './logos/logo-refused.ts';
import type { Logo } from './logos/logo-rows.ts';
import { drawApart, storeUploadedLogo } from './logos/store-logo.ts';
import { findCompany } from './store.ts';

async function loadCompany(tx: Tx, { companyId }: Actor) {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  return company;
}

/** Uses the same function that quotes a payment. */
export async function computeFeeExample(tx: Tx, actor: Actor, question: FeeQuestion) {
  const row = await loadCompany(tx, actor);
  const inForce = feeTerms(row);
  const company = {
    feeSettings: question.feeSettings ?? inForce.feeSettings,
    isFeePayerCompany: question.isFeePayerCompany ?? inForce.isFeePayerCompany,
    preference: { ...row.preference, feeSettings: null, isFeePayerCompany: null },
  };
  const amountCents = question.amount;
  const of = (kind: ChargeKind) => {
    const { fee } = feeFor({ kind, amountCents, company });
    return { fee, total: addCents(amountCents, fee) };
  };
  return { amount: amountCents, card: of('card'), ach: of('ach') };
}

const WHITE = '#ffffff';
const rounded = (ratio: number) => Math.floor(ratio * 10) / 10;

function toShades(palette: BrandPalette['light']) {
  const { 'brand-fill': button, 'brand-on-fill': buttonText, 'brand-strong': link } = palette;
  return { button, buttonText, link, ratio: rounded(computeContrast(button, buttonText)) };
}

type Colors = { mainColor: string; secondaryColor: string };

/** Uses the same function that computes the palette of the pages. */
export function checkContrast(colors: Colors) {
  const { light, dark } = brandPalette(colors);
  const main: Hex = `#${colors.mainColor.slice(1).toLowerCase()}`;
  const ratio = computeContrast(main, WHITE);
  return {
    mainOnWhite: rounded(ratio),
    isAdjusted: light['brand-fill'] !== main || ratio < TEXT_RATIO,
    light: toShades(light),
    dark: toShades(dark),
  };
}

/**
 * Runs before the call's transaction.
 *
 * @throws AppError
 */
export async function drawUploadedLogo(picture: Uint8Array): Promise<Logo> {
  try {
    return await drawApart(picture);
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error;
    const { message } = error;
    throw new AppError('LOGO_REFUSED', { details: { fields: [{ field: 'file', message }] } });
  }
}

/** A separate transaction stores the picture, because the company role may not write the logo table. */
export async function putLogo(
  tx: Tx,
  deps: ProviderDeps & Pick<Deps, 'database'>,
  { actor, logo }: { actor: Actor; logo: Logo },
) {
  await storeUploadedLogo(deps, actor.companyId, logo);
  const subject = `company:${actor.companyId}`;
  await recordAction(tx, deps, { actor, action: 'company.logo_set', subject });
  // Otherwise the cache would keep the row that was read before the logo was stored.
  forgetOnce(tx);
  return logoUrls(await loadCompany(tx, actor));
}
