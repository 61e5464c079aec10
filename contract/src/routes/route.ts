/**
 * The shape of one row of the route table, and how its path becomes an address. Both the server's
 * registration and the browser's client are typed from these rows.
 */
import { z } from 'zod';

export const API_BASE = '/api';
export const PRODUCT = 'portal';

/**
 * Who may call: anyone; the holder of a public link; a signed-in customer; either of the two (a
 * payer); a processor with a signature.
 */
export type Access = 'anyone' | 'link' | 'customer' | 'payer' | 'processor';

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As product §7 writes it: '/{product}/debtor/{id}/account'. */
  path: string;
  who: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Needs an Idempotency-Key and runs the charge protocol. */
  movesMoney?: true;
};

export const successSchema = z.object({ success: z.literal(true) });

export function success<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ success: z.literal(true), ...shape });
}

/** A row keeps its literal types, so that a caller sees exactly its params, body and answer. */
export function route<const Row extends Route>(row: Row): Row {
  return row;
}

/** '/{product}/request/{id}/full/submit' → '/api/portal/request/42/full/submit'. */
export function pathTo(path: string, params: Readonly<Record<string, string>> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'product') return PRODUCT;
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter ${name} in ${path}`);
    return encodeURIComponent(value);
  });
  return API_BASE + filled;
}

/** The same path as a router's pattern: '/api/portal/request/:id/full/submit'. */
export function patternOf(path: string): string {
  return API_BASE + path.replace('{product}', PRODUCT).replace(/\{(\w+)\}/g, ':$1');
}
