-- brief: nothing was released before this version, so no installation has many rows
-- Payments that a company records itself (R89): kind, number, day and note.
ALTER TABLE "attempts" DROP CONSTRAINT "attempt_method_is_known";--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "received_on" date;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "note" text;--> statement-breakpoint
update attempts a set reference = k.key, received_on = a.created_at::date
from idempotency_keys k
where k.company_id = a.company_id and k.scope = 'manual' and k.attempt_id = a.id;--> statement-breakpoint
CREATE UNIQUE INDEX "manual_reference_is_used_once" ON "attempts" USING btree ("company_id","method",lower("reference")) WHERE "attempts"."reference" is not null and "attempts"."state" <> 'RETURNED';--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_method_is_known" CHECK ("attempts"."method" in ('CARD', 'CASH', 'ACH', 'NEGOTIATION', 'CHECK', 'WIRE', 'MONEY_ORDER', 'OTHER'));
