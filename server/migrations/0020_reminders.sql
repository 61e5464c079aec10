-- brief: columns with constant defaults
-- Customers without reminders, and the PDF of an invoice in its email.
ALTER TABLE "companies" ADD COLUMN "is_invoice_attached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "is_reminded" boolean DEFAULT true NOT NULL;--> statement-breakpoint
grant update (is_reminded) on customers to quittance_provider;--> statement-breakpoint
grant update (is_invoice_attached) on companies to quittance_provider;
