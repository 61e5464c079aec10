CREATE TABLE "staff_members" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"role" text NOT NULL,
	"name_sealed" text NOT NULL,
	"email_sealed" text,
	"email_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"invitation_expires_at" timestamp with time zone,
	"last_signed_in_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "staff_members_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_email_is_unique_in_company" UNIQUE("company_id","email_hash"),
	CONSTRAINT "staff_role_is_known" CHECK ("staff_members"."role" in ('viewer', 'clerk', 'owner')),
	CONSTRAINT "removed_member_has_no_address" CHECK (num_nonnulls("staff_members"."email_sealed", "staff_members"."email_hash") = case when "staff_members"."removed_at" is null then 2 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"name_sealed" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_passkeys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_passkey_is_unique_in_company" UNIQUE("company_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"second_factor_at" timestamp with time zone,
	"challenge_hash" text,
	CONSTRAINT "staff_sessions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_session_token_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sign_ins" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"nonce_hash" text,
	"mail_request_id" uuid,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_sign_ins_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_sign_in_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
ALTER TABLE "company_secrets" ADD COLUMN "lookup_key_sealed" text;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_company_id_member_id_staff_members_company_id_id_fk" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."staff_members"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_company_id_member_id_staff_members_company_id_id_fk" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."staff_members"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sign_ins" ADD CONSTRAINT "staff_sign_ins_company_id_member_id_staff_members_company_id_id_fk" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."staff_members"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_members_by_removal" ON "staff_members" USING btree ("removed_at") WHERE "staff_members"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "staff_passkeys_of_member" ON "staff_passkeys" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_of_member" ON "staff_sessions" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_end" ON "staff_sessions" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "staff_sign_ins_of_request" ON "staff_sign_ins" USING btree ("company_id","mail_request_id");--> statement-breakpoint
CREATE INDEX "staff_sign_ins_of_member" ON "staff_sign_ins" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "staff_sign_ins_by_expiry" ON "staff_sign_ins" USING btree ("expires_at");
--> statement-breakpoint
grant select, insert, update (
    role, name_sealed, email_sealed, email_hash, invitation_expires_at, removed_at
  ) on staff_members to quittance_provider;
grant select, update (revoked_at, second_factor_at, challenge_hash) on staff_sessions to quittance_provider;
grant select, insert, update (used_at) on staff_sign_ins to quittance_provider;
grant select, insert, delete, update (sign_count, last_used_at) on staff_passkeys to quittance_provider;
alter table staff_members enable row level security;
alter table staff_sessions enable row level security;
alter table staff_sign_ins enable row level security;
alter table staff_passkeys enable row level security;
create policy own_company on staff_members to quittance_provider
  using (company_id = current_company_id());
create policy own_company on staff_sessions to quittance_provider
  using (company_id = current_company_id());
create policy own_company on staff_sign_ins to quittance_provider
  using (company_id = current_company_id());
create policy own_company on staff_passkeys to quittance_provider
  using (company_id = current_company_id());
