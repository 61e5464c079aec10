/**
 * The one table of calls (product §7). The server registers from it, the browser calls through it,
 * and a call that is not a row here does not exist.
 */
import type { z } from 'zod';
import { accessRoutes } from './routes/access.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { operationRoutes } from './routes/operations.ts';
import { paymentRoutes } from './routes/payments.ts';
import { contactRoutes, methodRoutes } from './routes/profile.ts';
import { contractRoutes, projectRoutes } from './routes/projects.ts';

export const ROUTES = {
  ...accessRoutes,
  ...contactRoutes,
  ...methodRoutes,
  ...invoiceRoutes,
  ...contractRoutes,
  ...projectRoutes,
  ...paymentRoutes,
  ...operationRoutes,
};

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;

type Parsed<Row, Part extends string> = Row extends {
  [Key in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

export type ParamsOf<Name extends RouteName> = Parsed<Routes[Name], 'params'>;
export type QueryOf<Name extends RouteName> = Parsed<Routes[Name], 'query'>;
export type BodyOf<Name extends RouteName> = Parsed<Routes[Name], 'body'>;
export type AnswerOf<Name extends RouteName> = z.output<Routes[Name]['answer']>;
