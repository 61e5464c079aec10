/**
 * Entity tags of invoices and customers. With `If-Match`, a change is made only to the version that the caller has
 * seen: the row is locked before it is compared.
 */
import { createHash } from 'node:crypto';
import { providerCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import { customerIdSchema, invoiceIdSchema } from '@quittance/contract/ids';
import { providerInvoiceSchema } from '@quittance/contract/invoices/provider-schemas';
import { guardedParam } from '@quittance/contract/openapi/entity-tags';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { getCustomer } from '../../customers/manage-customers.ts';
import { getInvoice } from '../../invoices/change-invoice.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockRow } from '../../platform/database/rows.ts';
import { customers } from '../../schema/customers.ts';
import { invoices } from '../../schema/invoices.ts';
import { withMetadata } from './metadata-answers.ts';

/** Expanded objects are left out: they are not part of the version. */
export function toTag(object: unknown): string {
  const own = { ...Object(object), customer: undefined, payments: undefined };
  const digest = createHash('sha256').update(JSON.stringify(own)).digest('base64url');
  return `"${digest.slice(0, 22)}"`;
}

type Param = NonNullable<ReturnType<typeof guardedParam>>;

const LOCKED_READS: Readonly<
  Record<Param, { answer: z.ZodType; read(tx: Tx, actor: Actor, id: string): Promise<unknown> }>
> = {
  invoiceId: {
    answer: providerInvoiceSchema,
    async read(tx, { companyId }, id) {
      const invoiceId = invoiceIdSchema.parse(id);
      await lockRow(tx, invoices, { companyId, id: invoiceId });
      return getInvoice(tx, { companyId, invoiceId });
    },
  },
  customerId: {
    answer: providerCustomerSchema,
    async read(tx, { companyId }, id) {
      const customerId = customerIdSchema.parse(id);
      await lockRow(tx, customers, { companyId, id: customerId });
      return getCustomer(tx, { companyId, customerId });
    },
  },
};

function refuse(message: string): AppError {
  return new AppError('INVALID_REQUEST', {
    details: { fields: [{ field: 'If-Match', message }] },
  });
}

/** Returns null without `If-Match`. A precondition that cannot be checked is refused, never ignored. */
export function readPrecondition(route: ProviderRoute, request: FastifyRequest) {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted === '*') return null;
  const param = guardedParam(route);
  if (!param) throw refuse('Only changes of one invoice or customer can be conditional.');
  const { [param]: id } = request.params as Record<string, string>; // because the row's schema has parsed them
  const tags = wanted.split(',').map((tag) => tag.trim());
  return async (tx: Tx, actor: Actor): Promise<void> => {
    const { read, answer } = LOCKED_READS[param];
    const stored = await read(tx, actor, id ?? '');
    const object = await withMetadata(tx, { answer }, { actor, answer: stored });
    if (!tags.includes(toTag(object))) throw new AppError('OBJECT_CHANGED');
  };
}
