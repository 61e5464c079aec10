/**
 * The route table (product §7): every endpoint with the schemas of its parameters, body and answer. The
 * server registers its handlers from it; both sides take their types from it.
 */
import type { z } from 'zod';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import { accessSchemas } from './routes/access.ts';
import { accountSchemas } from './routes/account.ts';
import { chargeSchemas } from './routes/charges.ts';
import { inquirySchemas } from './routes/inquiries.ts';
import { invoiceSchemas } from './routes/invoices.ts';
import { mailPreferenceSchemas } from './routes/mail-preferences.ts';
import { operationSchemas } from './routes/operations.ts';
import { passkeySchemas } from './routes/passkeys.ts';
import { paymentSchemas } from './routes/payments.ts';
import { contactSchemas, methodSchemas } from './routes/profile.ts';
import { contractSchemas, projectSchemas } from './routes/projects.ts';
import type { Endpoint, Route, RouteSchemas } from './routes/route.ts';
import { selectionSchemas } from './routes/selections.ts';

const SCHEMAS = {
  ...accessSchemas,
  ...passkeySchemas,
  ...mailPreferenceSchemas,
  ...contactSchemas,
  ...methodSchemas,
  ...invoiceSchemas,
  ...accountSchemas,
  ...inquirySchemas,
  ...chargeSchemas,
  ...contractSchemas,
  ...projectSchemas,
  ...selectionSchemas,
  ...paymentSchemas,
  ...operationSchemas,
} satisfies Record<EndpointName, RouteSchemas>;

export type Routes = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name] & (typeof SCHEMAS)[Name];
};
export type RouteName = keyof Routes;

const NAMES = Object.keys(ENDPOINTS) as RouteName[]; // because keys() forgets the union

/** Typed widely: the compiler would combine every endpoint with the schemas of every other. */
function rowOf(name: RouteName): [RouteName, Route] {
  const endpoint: Endpoint = ENDPOINTS[name];
  const schemas: RouteSchemas = SCHEMAS[name];
  return [name, { ...endpoint, ...schemas }];
}

export const ROUTES = Object.fromEntries(NAMES.map(rowOf)) as Routes; // because fromEntries() forgets which row belongs to which name

type Parsed<Row, Part extends string> = Row extends {
  [Key in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

export type ParamsOf<Name extends RouteName> = Parsed<Routes[Name], 'params'>;
export type QueryOf<Name extends RouteName> = Parsed<Routes[Name], 'query'>;
export type BodyOf<Name extends RouteName> = Parsed<Routes[Name], 'body'>;
export type AnswerOf<Name extends RouteName> = z.output<Routes[Name]['answer']>;
