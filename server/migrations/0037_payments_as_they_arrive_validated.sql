-- brief: validating does not block readers and writers
ALTER TABLE "attempts" VALIDATE CONSTRAINT "attempt_method_is_known";--> statement-breakpoint
ALTER TABLE "postings" VALIDATE CONSTRAINT "posting_accounts_are_known";
