/** The entry of the published package. */
export type { TypedEvent } from '@quittance/contract/webhooks/event-data';
export type { CallInput, CallOptions } from './call-types.ts';
export { type Client, type ClientSettings, createClient } from './create-client.ts';
export { NoAnswerError, ProblemError } from './problems.ts';
export { type ReceivedWebhook, verifyWebhook, WebhookError } from './verify-webhook.ts';
