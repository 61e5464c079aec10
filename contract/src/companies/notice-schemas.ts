/** The notification emails that a company receives, and their recipients. */
import { z } from 'zod';
import { emailSchema } from '../http/pages-and-problems.ts';

export const EVENT_NOTICES = [
  'PAID',
  'RETURNED',
  'HELD',
  'DISPUTED',
  'QUESTION',
  'REFUND_FAILED',
  'ENDPOINT_PAUSED',
] as const;
export type EventNotice = (typeof EVENT_NOTICES)[number];

const NOTICE_KINDS = [...EVENT_NOTICES, 'DAILY_SUMMARY'] as const;

const ADDRESSES_MAX = 5;

const isEachOnce = (items: readonly string[]) => new Set(items).size === items.length;

export const noticeSettingsSchema = z
  .strictObject({
    addresses: z
      .array(emailSchema)
      .max(ADDRESSES_MAX)
      .refine(isEachOnce, 'Each address once')
      .describe('Email addresses to which notices are sent. Initially your support address.'),
    kinds: z
      .array(z.enum(NOTICE_KINDS))
      .refine(isEachOnce, 'Each kind once')
      .describe('Notices to send. By default, all except `PAID` and `DAILY_SUMMARY`.'),
  })
  .meta({ id: 'NoticeSettings' });
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;
