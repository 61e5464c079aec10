/** Branded ids: the compiler rejects an invoice id where a customer id is expected. */
import { z } from 'zod';

export const companyIdSchema = z.uuid().brand<'CompanyId'>();
export const customerIdSchema = z.uuid().brand<'CustomerId'>();
export const invoiceIdSchema = z.uuid().brand<'InvoiceId'>();
export const requestIdSchema = z.uuid().brand<'RequestId'>();
export const attemptIdSchema = z.uuid().brand<'AttemptId'>();
export const methodIdSchema = z.uuid().brand<'MethodId'>();
export const mandateIdSchema = z.uuid().brand<'MandateId'>();
export const contactIdSchema = z.uuid().brand<'ContactId'>();
export const projectIdSchema = z.uuid().brand<'ProjectId'>();
export const orderIdSchema = z.uuid().brand<'OrderId'>();
export const estimateIdSchema = z.uuid().brand<'EstimateId'>();
export const contractIdSchema = z.uuid().brand<'ContractId'>();
export const inquiryIdSchema = z.uuid().brand<'InquiryId'>();

export type CompanyId = z.infer<typeof companyIdSchema>;
export type CustomerId = z.infer<typeof customerIdSchema>;
export type InvoiceId = z.infer<typeof invoiceIdSchema>;
export type RequestId = z.infer<typeof requestIdSchema>;
export type AttemptId = z.infer<typeof attemptIdSchema>;
export type MethodId = z.infer<typeof methodIdSchema>;
export type MandateId = z.infer<typeof mandateIdSchema>;
export type ContactId = z.infer<typeof contactIdSchema>;
export type ProjectId = z.infer<typeof projectIdSchema>;
export type OrderId = z.infer<typeof orderIdSchema>;
export type EstimateId = z.infer<typeof estimateIdSchema>;
export type ContractId = z.infer<typeof contractIdSchema>;
export type InquiryId = z.infer<typeof inquiryIdSchema>;

export const companyDomainSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
  .brand<'CompanyDomain'>();
export type CompanyDomain = z.infer<typeof companyDomainSchema>;

/**
 * The secret of a public link: 160 random bits as 32 base32 characters (R4), optionally followed by 26 characters
 * that identify the company.
 */
export const linkTokenSchema = z
  .string()
  .regex(/^[a-z2-7]{32}(?:[a-z2-7]{26})?$/)
  .brand<'LinkToken'>();
export type LinkToken = z.infer<typeof linkTokenSchema>;

/** The browser creates the key before the submit and keeps it until it receives a final response (ADR 0019). */
export const idempotencyKeySchema = z.uuid().brand<'IdempotencyKey'>();
export type IdempotencyKey = z.infer<typeof idempotencyKeySchema>;
