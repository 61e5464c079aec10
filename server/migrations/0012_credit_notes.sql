-- brief: nothing was released before this version, so no installation has many rows
-- Credit notes and the credit of customers (R90).
ALTER TABLE "attempts" DROP CONSTRAINT "attempt_method_is_known";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "posting_accounts_are_known";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "is_credit_applied" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "credit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_with_credit" ON "customers" USING btree ("company_id","id") WHERE credit_cents > 0;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customer_credit_is_not_negative" CHECK ("customers"."credit_cents" >= 0);--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_method_is_known" CHECK ("attempts"."method" in ('CARD', 'CASH', 'ACH', 'NEGOTIATION', 'CHECK', 'WIRE', 'MONEY_ORDER', 'OTHER', 'CREDIT_NOTE', 'CREDIT'));--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "posting_accounts_are_known" CHECK ("postings"."source" ~ '^(fee_income|returns|credit_notes|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):[a-z][a-z0-9]{1,30})$' and "postings"."destination" ~ '^(fee_income|returns|credit_notes|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):[a-z][a-z0-9]{1,30})$');--> statement-breakpoint
grant update (credit_cents) on customers to quittance_portal;--> statement-breakpoint
grant update (is_credit_applied) on companies to quittance_provider;
