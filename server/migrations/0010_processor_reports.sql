-- brief: nothing was released before this version, so no installation has many rows
-- Changed methods, setups and warnings that a processor reports.
ALTER TABLE "webhook_events" ADD COLUMN "subject" text DEFAULT 'charge' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "warning" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "methods_of_processor_customer" ON "payment_methods" USING btree ("company_id","processor_customer") WHERE "payment_methods"."processor_customer" is not null;--> statement-breakpoint
CREATE INDEX "setups_by_processor_reference" ON "method_setups" USING btree ("company_id","processor_reference") WHERE "method_setups"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "warnings_to_see" ON "attempts" USING btree ("company_id","warned_at","id") WHERE warned_at is not null
  and (acknowledged_at is null or acknowledged_at < warned_at);--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_subject_is_known" CHECK ("webhook_events"."subject" in ('charge', 'method', 'setup', 'fraud_warning', 'review_opened', 'review_closed', 'dispute'));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_warning_is_known" CHECK ("attempts"."warning" in ('FRAUD_WARNING', 'REVIEW', 'DISPUTE_REPORTED'));--> statement-breakpoint
grant update (warning, warned_at) on attempts to quittance_portal;
