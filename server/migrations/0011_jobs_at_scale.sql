ALTER TABLE "customers" ADD COLUMN "charges_claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "forget_claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bearers_of_session" ON "bearers" USING btree ("company_id","session_id");--> statement-breakpoint
CREATE INDEX "contact_proofs_by_expiry" ON "contact_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "field_sessions_by_expiry" ON "field_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "sign_in_tokens_by_expiry" ON "sign_in_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "charge_notices_by_time" ON "charge_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "methods_to_forget" ON "payment_methods" USING btree ("removed_at") WHERE "payment_methods"."state" = 'removed' and "payment_methods"."forgotten_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_to_mark_overdue" ON "invoices" USING btree ("company_id","due_on") WHERE "invoices"."status" = 'DUE';--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING brin ("at");--> statement-breakpoint
CREATE INDEX "outbox_delivered" ON "outbox" USING btree ("delivered_at") WHERE "outbox"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX "attempts_of_invoice" ON "attempts" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "attempts_of_plan" ON "attempts" USING btree ("company_id","plan_id") WHERE "attempts"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "attempts_by_time" ON "attempts" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "postings_by_source" ON "postings" USING btree ("company_id","source");--> statement-breakpoint
CREATE INDEX "postings_by_destination" ON "postings" USING btree ("company_id","destination");