-- compatible: the previous version finds the same rows by other indexes: invoices_by_due_date,
-- invoices_by_status_and_due_date, attempts_of_invoice. No statement looks postings up by one of their accounts.
DROP INDEX "invoices_to_remind_of";--> statement-breakpoint
DROP INDEX "invoices_to_mark_overdue";--> statement-breakpoint
DROP INDEX "disputed_attempts_of_invoice";--> statement-breakpoint
DROP INDEX "postings_by_source";--> statement-breakpoint
DROP INDEX "postings_by_destination";
