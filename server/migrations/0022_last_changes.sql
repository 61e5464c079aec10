-- brief: columns without a default
-- The time of the last change of customers and payments.
ALTER TABLE "attempts" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
grant update (updated_at) on attempts, customers to quittance_portal;
