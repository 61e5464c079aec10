import { instantSchema } from '@quittance/contract/dates';
import type { FieldList } from '@quittance/contract/fields';
import { pageQuerySchema } from '@quittance/contract/http/pages-and-problems';
import type { InvoiceId } from '@quittance/contract/ids';
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import { z } from 'zod';
import { findInvoiceByAccountRef } from '../../invoices/store.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Input, type Option, UsageError } from './command.ts';

export const PAGE_OPTIONS: Readonly<Record<string, Option>> = {
  limit: { value: 'COUNT', text: 'of a page; 25 by default, at most 100' },
  after: { value: 'CURSOR', text: 'nextCursor of the page before' },
};

export const REASON: Readonly<Record<string, Option>> = {
  reason: { value: 'TEXT', text: 'for the audit trail' },
};

export function toPage({ text }: Input) {
  return pageQuerySchema.parse(given({ limit: text('limit'), after: text('after') }));
}

export function readNewest(input: Input) {
  return { ...toPage(input), sort: '-createdAt' as const };
}

export function given(fields: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The word `any` stands for an empty list. */
export function listed(fields: Readonly<Record<string, readonly string[]>>) {
  const named = Object.entries(fields).filter(([, items]) => items.length > 0);
  return Object.fromEntries(
    named.map(([name, items]) => [name, items.filter((item) => item !== 'any')]),
  );
}

const VALUES = { text: 'TEXT', date: 'DATE', email: 'ADDRESS', tel: 'NUMBER' } as const;

type Writing = 'create' | 'change';

const toFlags = (fields: FieldList, writing: Writing) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.flag === undefined || field[writing] === 'no'
      ? []
      : [{ ...field, name, flag: field.flag }],
  );

function phrase(about: string): string {
  const [sentence = ''] = about.split(/[.;](?: |$)/);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

export function fieldOptions(fields: FieldList, writing: Writing): Record<string, Option> {
  return Object.fromEntries(
    toFlags(fields, writing).map(({ flag, about, byDefault, zod, input = 'text' }) => {
      const choices = zod instanceof z.ZodEnum ? `: ${zod.options.join(' or ')}` : '';
      const usual = writing === 'create' && byDefault ? `; ${phrase(byDefault)}` : '';
      return [flag, { value: VALUES[input], text: phrase(about) + choices + usual }];
    }),
  );
}

/** @throws UsageError if a field that a new object needs is missing */
export function fieldsFrom({ text, required }: Input, fields: FieldList, writing: Writing) {
  return given(
    Object.fromEntries(
      toFlags(fields, writing).map(({ name, flag, create }) => [
        name,
        writing === 'create' && create === 'required' ? required(flag) : text(flag),
      ]),
    ),
  );
}

export function parseAmount(text: string): Cents {
  const amount = dollarsToCents(text);
  if (amount === null || amount < 1)
    throw new UsageError(`'${text}' is not a valid amount: use 120.00.`);
  return amount;
}

export function toId<Schema extends z.ZodType>(
  schema: Schema,
  what: string,
  text: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new UsageError(`'${text}' is not the id of a ${what}.`);
  return parsed.data;
}

export function parseInstant(text: string) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`'${text}' is not a date or time: use 2027-01-01.`);
  return instantSchema.parse(at.toISOString());
}

export async function findInvoiceId(
  tx: Tx,
  { companyId }: Actor,
  accountRef: string,
): Promise<InvoiceId> {
  const invoice = await findInvoiceByAccountRef(tx, { companyId, accountRef });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  return invoice.id;
}
