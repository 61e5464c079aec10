-- brief: payouts are in no release yet, so no installation has many rows
-- Payouts in the journal (R92), and lines of charges that were made here, refunds and disputes included.
ALTER TABLE "payouts" ADD COLUMN "booked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reversed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "booked_payout_is_itemized_or_opaque" CHECK ("payouts"."booked_at" is null or "payouts"."itemized_at" is not null or "payouts"."is_opaque");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "reversed_payout_was_booked" CHECK ("payouts"."reversed_at" is null or "payouts"."booked_at" is not null);--> statement-breakpoint
update payout_lines set is_ours = true where attempt_id is not null;
