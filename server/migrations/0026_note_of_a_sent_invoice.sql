-- brief: a column without a default
-- The note of one email stays with the link in it. The company removes it when it erases the customer.
ALTER TABLE "capabilities" ADD COLUMN "note" text;--> statement-breakpoint
grant update (note) on capabilities to quittance_provider;
