ALTER TABLE "charge_notices" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
-- What was suspended before this migration counts from now on: its customer still gets the reminder.
update plans set suspended_at = now() where state = 'SUSPENDED';--> statement-breakpoint
update schedules set suspended_at = now() where state = 'SUSPENDED';--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "suspended_plan_has_its_time" CHECK ("plans"."state" <> 'SUSPENDED' or "plans"."suspended_at" is not null);--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "suspended_schedule_has_its_time" CHECK ("schedules"."state" <> 'SUSPENDED' or "schedules"."suspended_at" is not null);--> statement-breakpoint
grant update (suspended_at, reminded_at, fee_cents) on schedules, plans to quittance_portal;--> statement-breakpoint
grant update (principal_cents, fee_cents, cost_cents) on installments to quittance_portal;
