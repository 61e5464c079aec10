/** Upcoming charges: the calendar, its changes, and its private feed. */
import { changeCharge, previewChange } from '../../payments/changes/change-charge.ts';
import { withdrawPause } from '../../payments/changes/request-pause.ts';
import { createFeed, revokeFeed } from '../../statements/calendar-feed.ts';
import { readPlanChanges } from '../../statements/plan-changes.ts';
import { listUpcomingCharges } from '../../statements/upcoming-charges.ts';
import { answerWith, type Handlers } from './call.ts';

export const chargeHandlers = {
  upcomingCharges: (deps, { principal, params, query }) =>
    listUpcomingCharges(deps, { principal, customerId: params.id, query }),
  planChanges: answerWith('plan', (deps, { principal, params }) =>
    readPlanChanges(deps, principal, params.id),
  ),
  previewChange: answerWith('preview', (deps, { principal, browser, body }) =>
    previewChange(deps, { principal, browser, change: body.change }),
  ),
  changeCharge: async (deps, { principal, browser, body, evidence }) => {
    await changeCharge(deps, { principal, browser, body, evidence });
    return { success: true };
  },
  withdrawPause: async (deps, { principal, params }) => {
    await withdrawPause(deps, { principal, internalRef: params.id });
    return { success: true };
  },
  createCalendarFeed: answerWith('url', (deps, { principal }) => createFeed(deps, principal)),
  revokeCalendarFeed: async (deps, { principal }) => {
    await revokeFeed(deps, principal);
    return { success: true };
  },
} satisfies Partial<Handlers>;
