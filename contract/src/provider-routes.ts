/** The provider API's route table. The server, the reference and the client are built from it. */
import type { z } from 'zod';
import { ARRANGEMENT_ROUTES } from './arrangements/provider-routes.ts';
import { COMPANY_ROUTES, NOTICE_ROUTES } from './companies/provider-routes.ts';
import { CUSTOMER_ROUTES } from './customers/provider-routes.ts';
import { EXCHANGE_ROUTES } from './exchange/provider-routes.ts';
import { KEY_ROUTES } from './identity/key-routes.ts';
import { ATTACHMENT_ROUTES } from './invoices/attachment-routes.ts';
import { INQUIRY_ROUTES } from './invoices/inquiry-provider-routes.ts';
import { INVOICE_ROUTES } from './invoices/provider-routes.ts';
import { CREDIT_ROUTES } from './payments/credit-routes.ts';
import { PAYMENT_ROUTES } from './payments/provider-routes.ts';
import { PAYOUT_ROUTES } from './payouts/provider-routes.ts';
import { PARTIAL_REQUEST_ROUTES } from './projects/partial-request-routes.ts';
import { PROJECT_ROUTES } from './projects/provider-routes.ts';
import { ATTENTION_ROUTES } from './reports/attention-routes.ts';
import { REPORT_ROUTES } from './reports/report-routes.ts';
import { LINK_ROUTES } from './requests/link-routes.ts';
import { MAIL_TEXT_ROUTES } from './requests/mail-text-routes.ts';
import { REMINDER_ROUTES } from './requests/reminder-routes.ts';
import { EVENT_ROUTES } from './webhooks/provider-routes.ts';

export const PROVIDER_ROUTES = {
  ...COMPANY_ROUTES,
  ...ATTENTION_ROUTES,
  ...CUSTOMER_ROUTES,
  ...INVOICE_ROUTES,
  ...ATTACHMENT_ROUTES,
  ...INQUIRY_ROUTES,
  ...ARRANGEMENT_ROUTES,
  ...PAYMENT_ROUTES,
  ...CREDIT_ROUTES,
  ...PAYOUT_ROUTES,
  ...PROJECT_ROUTES,
  ...PARTIAL_REQUEST_ROUTES,
  ...LINK_ROUTES,
  ...NOTICE_ROUTES,
  ...REMINDER_ROUTES,
  ...MAIL_TEXT_ROUTES,
  ...KEY_ROUTES,
  ...EVENT_ROUTES,
  ...EXCHANGE_ROUTES,
  ...REPORT_ROUTES,
} as const;

export type ProviderRoutes = typeof PROVIDER_ROUTES;
export type ProviderRouteName = keyof ProviderRoutes;

type Part<Name extends ProviderRouteName, Key extends string> =
  ProviderRoutes[Name] extends Record<Key, z.ZodType> ? z.infer<ProviderRoutes[Name][Key]> : null;

export type ProviderParams<Name extends ProviderRouteName> = Part<Name, 'params'>;
export type ProviderQuery<Name extends ProviderRouteName> = Part<Name, 'query'>;
export type ProviderBody<Name extends ProviderRouteName> = Part<Name, 'body'>;
export type ProviderAnswer<Name extends ProviderRouteName> = z.infer<
  ProviderRoutes[Name]['answer']
>;
