-- brief: the only index is on the sessions of staff, a few per member
ALTER TABLE "companies" ADD COLUMN "staff_networks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "networks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "identity_sealed" text;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "identity_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "leased_by" uuid;--> statement-breakpoint
CREATE INDEX "staff_sessions_to_check" ON "staff_sessions" USING btree ("identity_check_at") WHERE "staff_sessions"."identity_sealed" is not null and "staff_sessions"."revoked_at" is null;--> statement-breakpoint
GRANT UPDATE ("staff_networks") ON "companies" TO quittance_provider;
