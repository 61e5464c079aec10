/**
 * The version of everything the document of a link shows, for documents kept in memory. Every change of a row
 * changes its `xmin`, so no writer has to know about it. `kept-links.test.ts` compares the tables with those that
 * the document reads.
 */

import { type SQL, sql } from 'drizzle-orm';
import type { LinkVersion } from '../identity/capabilities.ts';
import { onOneServer } from '../platform/database/sharding/across-companies.ts';
import { capabilities } from '../schema/access.ts';
import { plans, schedules } from '../schema/arrangements.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { customers } from '../schema/customers.ts';
import { inquiries } from '../schema/inquiries.ts';
import { invoiceAttachments, invoiceLines, invoices, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { contracts, projects } from '../schema/projects.ts';
import { IS_SHOWN_SCHEDULE } from './shown-invoice.ts';

const { companyId, customerId } = capabilities;

type Related =
  | (typeof attempts | typeof attemptParts | typeof inquiries)
  | (typeof plans | typeof schedules);

const hasNone = (table: Related, owner: SQL): SQL =>
  sql`not exists (select from ${table} where ${table.companyId} = ${companyId} and ${owner})`;

type Versioned =
  | (typeof invoiceLines | typeof invoiceAttachments)
  | (typeof projects | typeof contracts);

/** The versions of all rows found, in any order: another order only means that the document is built again. */
const versions = (table: Versioned, is: SQL): SQL =>
  sql`(select string_agg(${table}.xmin::text, ',') from ${table}
    where ${table.companyId} = ${companyId} and ${is})`;

/**
 * Null for everything but an invoice without payments, objections, arrangements and methods: the document of any
 * other link is built for every visit.
 */
export const LINK_VERSION: LinkVersion = {
  name: 'versioned_link',
  version: sql<
    string | null
  >`(select concat_ws(';', ${capabilities.scope}, ${requests}.xmin, ${invoices}.xmin, ${customers}.xmin,
      coalesce(${versions(projects, sql`${projects.id} = ${invoices.projectId}`)}, '-'),
      coalesce(${versions(contracts, sql`${contracts.id} = ${invoices.contractId}`)}, '-'),
      coalesce(${versions(invoiceAttachments, sql`${invoiceAttachments.invoiceId} = ${invoices.id}`)}, '-'),
      ${versions(invoiceLines, sql`${invoiceLines.invoiceId} = ${invoices.id}`)})
    from ${requests}
      join ${invoices} on ${invoices.companyId} = ${companyId}
        and ${invoices.id} = ${requests.invoiceId} and ${invoices.customerId} = ${customerId}
      join ${customers} on ${customers.companyId} = ${companyId} and ${customers.id} = ${customerId}
    where ${requests.companyId} = ${companyId} and ${requests.id} = ${capabilities.requestId}
      and ${onOneServer('its subqueries name the company of the link')}
      and ${capabilities.recoversAttemptId} is null and ${invoices.attachedMethodId} is null
      and ${hasNone(attempts, sql`${attempts.requestId} = ${requests.id}`)}
      and ${hasNone(attempts, sql`${attempts.invoiceId} = ${invoices.id}`)}
      and ${hasNone(attemptParts, sql`${attemptParts.invoiceId} = ${invoices.id}`)}
      and ${hasNone(inquiries, sql`${inquiries.invoiceId} = ${invoices.id}`)}
      and ${hasNone(plans, sql`${plans.invoiceId} = ${invoices.id}`)}
      and ${hasNone(schedules, sql`${schedules.customerId} = ${customerId} and ${IS_SHOWN_SCHEDULE}`)})`,
};
