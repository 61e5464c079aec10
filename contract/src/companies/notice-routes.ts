/** Calls about the mails that a company itself receives. */

import type { ProviderRoute } from '../http/provider-route.ts';
import { noticeSettingsSchema } from './notice-schemas.ts';

export const NOTICE_ROUTES = {
  getNoticeSettings: {
    method: 'GET',
    path: '/notice-settings',
    scope: 'read',
    tag: 'Notices',
    summary: 'Read what you are told by mail',
    answer: noticeSettingsSchema,
  },
  putNoticeSettings: {
    method: 'PUT',
    path: '/notice-settings',
    scope: 'write',
    alsoReads: true,
    isOwnerOnly: true,
    tag: 'Notices',
    summary: 'Set what you are told by mail',
    description:
      'Applies to what happens from now on. After five mails of a kind within an hour, the rest of the hour comes as one mail. The daily summary is sent at 8:00 in your time zone, after a day on which something happened.',
    body: noticeSettingsSchema,
    answer: noticeSettingsSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
