-- brief: validating does not block readers and writers
ALTER TABLE "invoices" VALIDATE CONSTRAINT "voided_invoice_has_no_credit_note_that_stands";--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoice_gives_back_at_most_its_total";--> statement-breakpoint
ALTER TABLE "attempts" VALIDATE CONSTRAINT "attempt_credit_is_used_once";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refund_pays_out_credit_within_its_amount";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refund_that_pays_out_credit_says_so";
