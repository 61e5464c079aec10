CREATE TABLE "company_logos" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"tried_url" text,
	"failure" text,
	"wide" "bytea",
	"wide_width" integer,
	"wide_height" integer,
	"icon" "bytea",
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "logo_has_every_size_or_none" CHECK (num_nonnulls("company_logos"."wide", "company_logos"."wide_width", "company_logos"."wide_height", "company_logos"."icon") in (0, 4))
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo_version" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "support_email" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "support_phone" text;--> statement-breakpoint
ALTER TABLE "company_logos" ADD CONSTRAINT "company_logos_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A receipt shows the logo, so the portal's role reads the one of its company.
grant select on company_logos to quittance_portal;
alter table company_logos enable row level security;
create policy own_company on company_logos for select to quittance_portal
  using (company_id = current_company_id());
