-- brief: a column with a constant default; the constraint is validated in the next file
-- What was paid before the company used the portal (R91).
ALTER TABLE "invoices" ADD COLUMN "paid_before_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoice_is_settled_by_what_was_paid_waived_and_credited";--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_is_settled_by_what_was_paid_waived_and_credited" CHECK (least("invoices"."paid_before_cents", "invoices"."waived_cents", "invoices"."credited_cents") >= 0
        and "invoices"."paid_before_cents" + "invoices"."waived_cents" + "invoices"."credited_cents" <= "invoices"."paid_cents" + "invoices"."owed_again_cents") NOT VALID;
