-- brief: the constraint is validated in the next file
-- Customers can turn off their own invoices and receipts, too (R64).
ALTER TABLE "muted_mails" DROP CONSTRAINT "muted_mail_is_optional";--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mail_is_optional" CHECK ("muted_mails"."kind" in ('INVOICES', 'REMINDERS', 'RECEIPTS', 'AUTOMATIC_RECEIPTS', 'ANSWERS', 'EXPIRING_CARDS')) NOT VALID;
