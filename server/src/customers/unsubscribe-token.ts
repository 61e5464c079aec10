/**
 * Token of an unsubscribe link (R64, RFC 8058). It turns one kind of email for one customer off or on without a
 * sign-in, and nothing else. It is sealed, not stored, and begins with its company (ADR 0086).
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import { type CompanyId, companyIdSchema, customerIdSchema } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import { OPTIONAL_MAILS } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import type { MutedMail } from './muted-mails.ts';

const SEPARATOR = '~';

const toContext = (companyId: CompanyId) => `muted_mails/${companyId}/token`;

const contentSchema = z.tuple([customerIdSchema, z.enum(OPTIONAL_MAILS)]);

export function unsubscribeUrl(
  { sealer, publicUrl }: Pick<Deps, 'sealer' | 'publicUrl'>,
  { companyId, customerId, kind }: MutedMail,
): string {
  const sealed = sealer.seal(`${customerId} ${kind}`, toContext(companyId));
  const token = `${companyId}${SEPARATOR}${sealed}`;
  return `${publicUrl}${pathTo(ROUTES.unsubscribe.path, { token })}`;
}

export function readUnsubscribeToken(
  { sealer }: Pick<Deps, 'sealer'>,
  token: string,
): MutedMail | null {
  const [company, sealed = ''] = token.split(SEPARATOR);
  const named = companyIdSchema.safeParse(company);
  if (!named.success) return null;
  try {
    const text = sealer.open(sealed, toContext(named.data));
    const [customerId, kind] = contentSchema.parse(text.split(' '));
    return { companyId: named.data, customerId, kind };
  } catch {
    return null;
  }
}
