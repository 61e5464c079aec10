ALTER TABLE "field_sessions" ALTER COLUMN "request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "method_setups" ADD COLUMN "key" text NOT NULL;--> statement-breakpoint
ALTER TABLE "method_setups" ADD COLUMN "request_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "method_setups" ADD COLUMN "is_new" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "method_setups" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "method_setups_to_check" ON "method_setups" USING btree ("next_check_at");--> statement-breakpoint
ALTER TABLE "method_setups" ADD CONSTRAINT "one_method_setup_per_key" UNIQUE("company_id","actor","key");--> statement-breakpoint
grant update (forgotten_at) on payment_methods to quittance_portal;
grant update (next_check_at) on method_setups to quittance_portal;
