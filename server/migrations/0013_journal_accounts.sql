-- brief: adds a column without a value
ALTER TABLE "companies" ADD COLUMN "journal_accounts" jsonb;--> statement-breakpoint
grant update (journal_accounts) on companies to quittance_provider;
