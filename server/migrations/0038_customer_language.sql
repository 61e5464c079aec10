ALTER TABLE "customers" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customer_language_is_a_code" CHECK ("customers"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
-- Customers choose it in their portal, companies by their API.
grant update (language) on customers to quittance_portal;
