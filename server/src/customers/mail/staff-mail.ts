/**
 * Outbox payload of an email to a member of the company's staff. The address is looked up at delivery, so that a
 * removed member receives nothing.
 */
import type { Instant } from '@quittance/contract/dates';
import { memberIdSchema } from '@quittance/contract/identity/staff';
import { mailTextSchema } from '@quittance/contract/requests/mail-text-schemas';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import type { MemberKey } from '../../platform/database/keys.ts';
import { addToOutbox, MAIL_TOPIC } from '../../platform/events/outbox.ts';

export const STAFF_TEMPLATES = [
  'staff-sign-in',
  'staff-invitation',
  'staff-passkey-added',
  'staff-passkey-removed',
] as const;
export type StaffTemplate = (typeof STAFF_TEMPLATES)[number];

export const staffMailSchema = z.object({
  memberId: memberIdSchema,
  template: z.enum(STAFF_TEMPLATES),
  secretSealed: z.string().optional(),
});
export type StaffMail = z.infer<typeof staffMailSchema>;

/** A test of an email text, with sample data, to the member who wrote it. */
export const testMailSchema = z.object({
  memberId: memberIdSchema,
  template: z.literal('mail-test'),
  text: mailTextSchema,
});
export type TestMail = z.infer<typeof testMailSchema>;

type StaffLetter = MemberKey &
  (Pick<StaffMail, 'template' | 'secretSealed'> | Pick<TestMail, 'template' | 'text'>) & {
    at: Instant;
  };

export async function mailStaff(tx: Tx, { companyId, at, ...payload }: StaffLetter): Promise<void> {
  await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload, at });
}
