ALTER TABLE "unplaced_charges" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "unplaced_charges" ADD COLUMN "refund_sent_at" timestamp with time zone;--> statement-breakpoint
-- A company refunds a charge that belongs to no invoice, and ends the hold after a restore.
grant update (refund_id, refund_sent_at) on unplaced_charges to quittance_provider;
grant update (charges_held_since) on companies to quittance_provider;
