-- The owner of a lease (ADR 0107). The time of each queue is also the end of its leases.
ALTER TABLE "refunds" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "intents" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "method_setups" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
-- A refund that was found and may be a second copy of ours, until a person has seen it.
ALTER TABLE "refunds" ADD COLUMN "unexpected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "unexpected_refunds" ON "refunds" USING btree ("company_id","unexpected_at","id") WHERE "refunds"."unexpected_at" is not null and "refunds"."acknowledged_at" is null;--> statement-breakpoint
grant update (leased_by, unexpected_at) on refunds to quittance_portal;
grant update (leased_by) on webhook_deliveries to quittance_provider;
grant update (acknowledged_at) on refunds to quittance_provider;
