/** The names under which jobs are queued. */
export const RESOLVE_DUE = 'resolve_due';
export const PROCESS_WEBHOOKS = 'process_webhooks';
export const RECONCILE = 'reconcile';
export const DUE_WORK = 'due_work';
export const MAKE_REFUNDS = 'make_refunds';
export const CHECK_INVARIANTS = 'check_invariants';
export const CHECK_INTENTS = 'check_intents';
export const APPLY_RETENTION = 'apply_retention';
export const FOLD_BALANCES = 'fold_balances';
export const FETCH_LOGOS = 'fetch_logos';
export const SWEEP_METHODS = 'sweep_methods';
export const SEND_REMINDERS = 'send_reminders';
export const TELL_COMPANIES = 'tell_companies';
export const SUMMARIZE_DAYS = 'summarize_days';
export const RESEAL_VALUES = 'reseal_values';
export const SWEEP_SESSIONS = 'sweep_sessions';
export { DELIVER_EVENTS } from '../provider/record-event.ts';
export { DELIVER_BULK_MAIL, DELIVER_MAIL, DELIVER_OUTBOX } from './outbox.ts';
