/**
 * Token of an unsubscribe link (R64, RFC 8058). It turns one kind of email for one customer, or
 * for one contact that gets copies (R94), off or on without a sign-in, and nothing else. It is sealed, not stored, and begins with its company (ADR 0086).
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import {
  type CompanyId,
  type ContactId,
  companyIdSchema,
  contactIdSchema,
  customerIdSchema,
} from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import { COPIED_MAILS, type CopiedMail, OPTIONAL_MAILS } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import type { MutedMail } from './muted-mails.ts';

const SEPARATOR = '~';

const toContext = (companyId: CompanyId) => `muted_mails/${companyId}/token`;

const contentSchema = z.union([
  z.tuple([customerIdSchema, z.enum(OPTIONAL_MAILS)]),
  z.tuple([customerIdSchema, z.enum(COPIED_MAILS), contactIdSchema]),
]);

export type MailSwitch =
  | (MutedMail & { contactId: null })
  | (CustomerKey & { kind: CopiedMail; contactId: ContactId });

export function unsubscribeUrl(
  { sealer, publicUrl }: Pick<Deps, 'sealer' | 'publicUrl'>,
  { companyId, customerId, kind, contactId }: MailSwitch,
): string {
  const content = [customerId, kind, ...(contactId === null ? [] : [contactId])].join(' ');
  const sealed = sealer.seal(content, toContext(companyId));
  const token = `${companyId}${SEPARATOR}${sealed}`;
  return `${publicUrl}${pathTo(ROUTES.unsubscribe.path, { token })}`;
}

export function readUnsubscribeToken(
  { sealer }: Pick<Deps, 'sealer'>,
  token: string,
): MailSwitch | null {
  const [company, sealed = ''] = token.split(SEPARATOR);
  const named = companyIdSchema.safeParse(company);
  if (!named.success) return null;
  try {
    const text = sealer.open(sealed, toContext(named.data));
    const content = contentSchema.parse(text.split(' '));
    const [companyId, [customerId]] = [named.data, content];
    return content.length === 3
      ? { companyId, customerId, kind: content[1], contactId: content[2] }
      : { companyId, customerId, kind: content[1], contactId: null };
  } catch {
    return null;
  }
}
