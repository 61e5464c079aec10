/**
 * Entity tags of objects. With `If-Match`, a change is made only to the version that the caller has
 * seen: the row is locked before it is compared.
 */
import { createHash } from 'node:crypto';
import { providerCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import {
  attemptIdSchema,
  contractIdSchema,
  customerIdSchema,
  invoiceIdSchema,
  projectIdSchema,
} from '@quittance/contract/ids';
import { providerPaymentSchema } from '@quittance/contract/invoices/payment-provider-schemas';
import { providerInvoiceSchema } from '@quittance/contract/invoices/provider-schemas';
import { guardedParam } from '@quittance/contract/openapi/entity-tags';
import {
  providerContractSchema,
  providerProjectSchema,
} from '@quittance/contract/projects/provider-schemas';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { getCustomer } from '../../customers/manage-customers.ts';
import { getInvoice } from '../../invoices/change-invoice.ts';
import { AppError } from '../../kernel/errors.ts';
import { getPayment } from '../../payments/provider-payments.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockRow } from '../../platform/database/rows.ts';
import { getContract } from '../../projects/manage-contracts.ts';
import { getProject } from '../../projects/manage-projects.ts';
import { customers } from '../../schema/customers.ts';
import { invoices } from '../../schema/invoices.ts';
import { attempts } from '../../schema/payments.ts';
import { contracts, projects } from '../../schema/projects.ts';
import { withMetadata } from './metadata-answers.ts';

/** Expanded objects and the history of a payment are not part of the version. */
const OTHERS = ['customer', 'invoice', 'payments', 'timeline', 'history'];

export function toTag(object: unknown): string {
  const own = Object.entries(Object(object)).filter(([name]) => !OTHERS.includes(name));
  const sorted = own.sort(([left], [right]) => (left < right ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
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
  paymentId: {
    answer: providerPaymentSchema,
    async read(tx, actor, id) {
      await lockRow(tx, attempts, { companyId: actor.companyId, id: attemptIdSchema.parse(id) });
      return getPayment(tx, actor, attemptIdSchema.parse(id));
    },
  },
  projectId: {
    answer: providerProjectSchema,
    async read(tx, actor, id) {
      const projectId = projectIdSchema.parse(id);
      await lockRow(tx, projects, { companyId: actor.companyId, id: projectId });
      return getProject(tx, actor, projectId);
    },
  },
  contractId: {
    answer: providerContractSchema,
    async read(tx, actor, id) {
      const contractId = contractIdSchema.parse(id);
      await lockRow(tx, contracts, { companyId: actor.companyId, id: contractId });
      return getContract(tx, { actor, contractId });
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
  if (!param) throw refuse('This call cannot be conditional.');
  const { [param]: id } = request.params as Record<string, string>; // because the row's schema has parsed them
  const tags = wanted.split(',').map((tag) => tag.trim());
  return async (tx: Tx, actor: Actor): Promise<void> => {
    const { read, answer } = LOCKED_READS[param];
    const stored = await read(tx, actor, id ?? '');
    const object = await withMetadata(tx, { answer }, { actor, answer: stored });
    if (!tags.includes(toTag(object))) throw new AppError('OBJECT_CHANGED');
  };
}
