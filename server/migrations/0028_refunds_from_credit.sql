-- brief: adds a column with a constant default, and a check on a table that is small in every installation
-- Refunds that pay out credit of a customer (R90).
ALTER TABLE "refunds" ADD COLUMN "is_from_credit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_from_credit_is_owed_again" CHECK (not "refunds"."is_from_credit" or "refunds"."is_owed_again");
