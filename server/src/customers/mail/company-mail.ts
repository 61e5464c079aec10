/** Outbox payload of an email to the company itself (ADR 0072). */

import { EVENT_NOTICES } from '@quittance/contract/companies/notice-schemas';
import { type Instant, isoDateSchema } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { centsSchema } from '@quittance/contract/money';
import { methodTypeSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { addToOutbox, MAIL_TOPIC } from '../../platform/events/outbox.ts';

const noticeItemSchema = z.object({
  invoiceRef: z.string().nullable(),
  customerName: z.string().nullable(),
  amountCents: centsSchema.nullable(),
  detail: z.string().nullable(),
  /** The endpoint accepts nothing and is not paused yet. */
  isFailing: z.boolean().optional(),
});
export type NoticeItem = z.infer<typeof noticeItemSchema>;

const queuedNoticeSchema = z.object({
  template: z.literal('company-notice'),
  kind: z.enum(EVENT_NOTICES),
  count: z.int().positive(),
  totalCents: centsSchema,
  /** Events whose notices are named. Who they are about is read when the email is sent. */
  positions: z.array(z.int()).default([]),
  /** Only in an email that an earlier release queued. */
  items: z.array(noticeItemSchema).optional(),
});
type QueuedNotice = z.infer<typeof queuedNoticeSchema>;
export type NoticeContent = Omit<QueuedNotice, 'positions' | 'items'> & {
  items: readonly NoticeItem[];
};

const figureSchema = z.object({ count: z.int(), cents: centsSchema });
export type Figure = z.infer<typeof figureSchema>;

const summaryContentSchema = z.object({
  template: z.literal('company-summary'),
  date: isoDateSchema,
  collected: figureSchema,
  byMethod: z.array(figureSchema.extend({ method: methodTypeSchema })),
  returned: figureSchema,
  refunded: figureSchema,
  failed: figureSchema,
  disputed: figureSchema,
  held: figureSchema,
  openCents: centsSchema,
  overdueCents: centsSchema,
});
export type SummaryContent = z.infer<typeof summaryContentSchema>;

const queuedContentSchema = z.discriminatedUnion('template', [
  queuedNoticeSchema,
  summaryContentSchema,
]);
type QueuedContent = z.infer<typeof queuedContentSchema>;
export type CompanyContent = NoticeContent | SummaryContent;

export const companyMailSchema = z.object({ to: z.string(), content: queuedContentSchema });
export type CompanyMail = z.infer<typeof companyMailSchema>;

export type CompanyLetter = {
  companyId: CompanyId;
  addresses: readonly string[];
  content: QueuedContent;
  at: Instant;
};

/** Queues one email per address, so that a refused address does not affect the others. */
export async function mailCompany(
  tx: Tx,
  { companyId, addresses, content, at }: CompanyLetter,
): Promise<void> {
  for (const to of addresses) {
    const payload: CompanyMail = { to, content };
    await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload, isBulk: true, at });
  }
}
