-- brief: nothing was released before this version, so no installation has many rows
-- A new processor needs no migration: the constraints check the form of its name.
ALTER TABLE "companies" DROP CONSTRAINT "company_processor_is_known";--> statement-breakpoint
ALTER TABLE "payment_methods" DROP CONSTRAINT "method_processor_is_known";--> statement-breakpoint
ALTER TABLE "attempts" DROP CONSTRAINT "attempt_processor_is_known";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "posting_accounts_are_known";--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "company_processor_is_known" CHECK ("companies"."processor" ~ '^[a-z][a-z0-9]{1,30}$');--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "method_processor_is_known" CHECK ("payment_methods"."processor" ~ '^[a-z][a-z0-9]{1,30}$');--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_processor_is_known" CHECK ("attempts"."processor" ~ '^[a-z][a-z0-9]{1,30}$');--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "posting_accounts_are_known" CHECK ("postings"."source" ~ '^(fee_income|returns|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):[a-z][a-z0-9]{1,30})$' and "postings"."destination" ~ '^(fee_income|returns|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):[a-z][a-z0-9]{1,30})$');
