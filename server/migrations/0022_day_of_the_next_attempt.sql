DROP INDEX "auto_pay_charges_by_date";--> statement-breakpoint
DROP INDEX "installments_by_date";--> statement-breakpoint
DROP INDEX "schedules_by_date";--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD COLUMN "attempt_on" date GENERATED ALWAYS AS (coalesce(next_try_on, charge_on)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "attempt_on" date GENERATED ALWAYS AS (coalesce(next_try_on, due_on)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "attempt_on" date GENERATED ALWAYS AS (coalesce(next_try_on, charge_on)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "due_auto_pay_charges" ON "auto_pay_charges" USING btree ("company_id","attempt_on") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "due_installments" ON "installments" USING btree ("company_id","attempt_on") WHERE "installments"."status" in ('OPEN', 'FAILED');--> statement-breakpoint
CREATE INDEX "due_schedules" ON "schedules" USING btree ("company_id","attempt_on") WHERE "schedules"."state" = 'LIVE';