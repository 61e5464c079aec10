/** Check constraints on postings. The accounts are those of domain/src/postings.ts. */
import { PROCESSORS } from '@quittance/contract/vocabulary';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';
import { PROCESSOR_NAME } from './columns.ts';

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** 'manual' stands for cash and negotiation, which involve no processor. */
export const ATTEMPT_PROCESSORS = [...PROCESSORS, 'manual'] as const;
export type AttemptProcessor = (typeof ATTEMPT_PROCESSORS)[number];

const ACCOUNT = [
  'fee_income',
  'returns',
  'credit_notes',
  'write_offs',
  `receivable:((order|estimate):)?${UUID}`,
  `customer_credit:${UUID}`,
  `(clearing|disputed):${PROCESSOR_NAME}`,
].join('|');

function isAccount(account: SQLWrapper) {
  return sql`${account} ~ ${sql.raw(`'^(${ACCOUNT})$'`)}`;
}

function isCreditAccountSql(customerId: SQLWrapper, account: SQLWrapper) {
  return sql`(not starts_with(${account}, 'customer_credit:') or ${account} = 'customer_credit:' || ${customerId})`;
}

type CheckedColumn = 'customerId' | 'source' | 'destination' | 'amountCents';

export const postingChecks = ({
  customerId,
  source,
  destination,
  amountCents,
}: Record<CheckedColumn, SQLWrapper>) => [
  check('posting_amount_is_positive', sql`${amountCents} > 0`),
  check('posting_moves_between_two_accounts', sql`${source} <> ${destination}`),
  check('posting_accounts_are_known', sql`${isAccount(source)} and ${isAccount(destination)}`),
  check(
    'posting_credits_its_own_customer',
    sql`${isCreditAccountSql(customerId, source)} and ${isCreditAccountSql(customerId, destination)}`,
  ),
];
