CREATE TABLE "muted_mails" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"muted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "muted_mails_company_id_customer_id_kind_pk" PRIMARY KEY("company_id","customer_id","kind"),
	CONSTRAINT "muted_mail_is_optional" CHECK ("muted_mails"."kind" in ('REMINDERS', 'AUTOMATIC_RECEIPTS', 'ANSWERS', 'EXPIRING_CARDS'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "passkeys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "passkey_is_one_customers" UNIQUE("company_id","credential_id"),
	CONSTRAINT "passkey_counter_is_not_negative" CHECK ("passkeys"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spent_challenges_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_challenges" ADD CONSTRAINT "spent_challenges_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_of_customer" ON "passkeys" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "spent_challenges_by_expiry" ON "spent_challenges" USING btree ("expires_at");
--> statement-breakpoint
-- Signing in runs as the system: it finds the passkey before its customer is known.
grant select, insert, update (name), delete on passkeys to quittance_portal;
alter table passkeys enable row level security;
create policy own_rows on passkeys to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
grant select, insert on spent_challenges to quittance_portal;
grant delete on spent_challenges to quittance_provider;
alter table spent_challenges enable row level security;
create policy own_rows on spent_challenges to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
grant select, insert, delete on muted_mails to quittance_portal;
alter table muted_mails enable row level security;
create policy own_rows on muted_mails to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
