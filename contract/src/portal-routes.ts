/**
 * The route table (product §7): every endpoint with the schemas of its parameters, body and response. The server
 * registers its handlers from it, and both sides derive their types from it.
 */
import type { z } from 'zod';
import { mailPreferenceSchemas } from './customers/mail-preference-routes.ts';
import { contactSchemas, methodSchemas } from './customers/portal-routes.ts';
import { ENDPOINTS, type EndpointName } from './http/endpoints.ts';
import type { Endpoint, Route, RouteSchemas } from './http/portal-route.ts';
import { passkeySchemas } from './identity/passkey-routes.ts';
import { accessSchemas } from './identity/portal-routes.ts';
import { inquirySchemas, invoiceSchemas } from './invoices/portal-routes.ts';
import { operationSchemas } from './operation-routes.ts';
import { paymentSchemas } from './payments/portal-routes.ts';
import { contractSchemas, projectSchemas } from './projects/portal-routes.ts';
import { selectionSchemas } from './requests/portal-routes.ts';
import { chargeSchemas } from './statements/charge-routes.ts';
import { accountSchemas } from './statements/portal-routes.ts';

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

/**
 * The return type is wide because the compiler would otherwise combine every endpoint with the schemas of every
 * other.
 */
function toRow(name: RouteName): [RouteName, Route] {
  const endpoint: Endpoint = ENDPOINTS[name];
  const schemas: RouteSchemas = SCHEMAS[name];
  return [name, { ...endpoint, ...schemas }];
}

export const ROUTES = Object.fromEntries(NAMES.map(toRow)) as Routes; // because fromEntries() forgets which row belongs to which name

type ParsedPart<Row, Part extends string> = Row extends {
  [Key in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

export type ParamsOf<Name extends RouteName> = ParsedPart<Routes[Name], 'params'>;
export type QueryOf<Name extends RouteName> = ParsedPart<Routes[Name], 'query'>;
export type BodyOf<Name extends RouteName> = ParsedPart<Routes[Name], 'body'>;
export type AnswerOf<Name extends RouteName> = z.output<Routes[Name]['answer']>;
