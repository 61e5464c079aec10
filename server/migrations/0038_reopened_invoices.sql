-- brief: the new column is nullable and has no default
-- When something that had settled an invoice was last taken back (R103).
ALTER TABLE "invoices" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
grant update (reopened_at) on invoices to quittance_portal;
