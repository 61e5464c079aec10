-- brief: adds a column without a value
ALTER TABLE "companies" ADD COLUMN "journal_accounts" jsonb;
