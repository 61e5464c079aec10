/** The provider API, a row per call. The server, the reference and the client are built from it. */
import type { z } from 'zod';
import { ARRANGEMENT_ROUTES } from './routes/arrangement-routes.ts';
import { ATTENTION_ROUTES } from './routes/attention-routes.ts';
import { COMPANY_ROUTES } from './routes/company-routes.ts';
import { CUSTOMER_ROUTES } from './routes/customer-routes.ts';
import { EVENT_ROUTES } from './routes/event-routes.ts';
import { EXPORT_ROUTES } from './routes/export-routes.ts';
import { IMPORT_ROUTES } from './routes/import-routes.ts';
import { INQUIRY_ROUTES } from './routes/inquiry-routes.ts';
import { INVOICE_ROUTES } from './routes/invoice-routes.ts';
import { KEY_ROUTES } from './routes/key-routes.ts';
import { LINK_ROUTES } from './routes/link-routes.ts';
import { NOTICE_ROUTES } from './routes/notice-routes.ts';
import { PARTIAL_REQUEST_ROUTES } from './routes/partial-request-routes.ts';
import { PAYMENT_ROUTES } from './routes/payment-routes.ts';
import { PROJECT_ROUTES } from './routes/project-routes.ts';
import { REMINDER_ROUTES } from './routes/reminder-routes.ts';
import { REPORT_ROUTES } from './routes/report-routes.ts';

export const PROVIDER_ROUTES = {
  ...COMPANY_ROUTES,
  ...ATTENTION_ROUTES,
  ...CUSTOMER_ROUTES,
  ...INVOICE_ROUTES,
  ...INQUIRY_ROUTES,
  ...ARRANGEMENT_ROUTES,
  ...PAYMENT_ROUTES,
  ...PROJECT_ROUTES,
  ...PARTIAL_REQUEST_ROUTES,
  ...LINK_ROUTES,
  ...NOTICE_ROUTES,
  ...REMINDER_ROUTES,
  ...KEY_ROUTES,
  ...EVENT_ROUTES,
  ...IMPORT_ROUTES,
  ...EXPORT_ROUTES,
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
