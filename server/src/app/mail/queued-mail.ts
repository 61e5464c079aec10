/** An email in the outbox: to a company, to its staff, or to a customer. */
import { z } from 'zod';
import { type CompanyMail, companyMailSchema } from '../../customers/mail/company-mail.ts';
import { mailPayloadSchema } from '../../customers/mail/mail-payload.ts';
import {
  type StaffMail,
  staffMailSchema,
  type TestMail,
  testMailSchema,
} from '../../customers/mail/staff-mail.ts';

export const mailSchema = z.union([
  companyMailSchema,
  staffMailSchema,
  testMailSchema,
  mailPayloadSchema,
]);
export type Mail = z.infer<typeof mailSchema>;

export const isToCompany = (mail: Mail): mail is CompanyMail => 'to' in mail;
export const isToStaff = (mail: Mail): mail is StaffMail | TestMail => 'memberId' in mail;
