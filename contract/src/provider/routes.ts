/** The provider API, a row per call. The server, the reference and the client are built from it. */
import type { z } from 'zod';
import { CUSTOMER_ROUTES } from './routes/customer-routes.ts';
import { EVENT_ROUTES } from './routes/event-routes.ts';
import { INVOICE_ROUTES } from './routes/invoice-routes.ts';
import { KEY_ROUTES } from './routes/key-routes.ts';
import { PAYMENT_ROUTES } from './routes/payment-routes.ts';
import { PROJECT_ROUTES } from './routes/project-routes.ts';
import { REMINDER_ROUTES } from './routes/reminder-routes.ts';

export const PROVIDER_ROUTES = {
  ...CUSTOMER_ROUTES,
  ...INVOICE_ROUTES,
  ...PAYMENT_ROUTES,
  ...PROJECT_ROUTES,
  ...REMINDER_ROUTES,
  ...KEY_ROUTES,
  ...EVENT_ROUTES,
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
