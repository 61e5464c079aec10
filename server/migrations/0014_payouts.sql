-- brief: nothing was released before this version, so no installation has many rows
-- Payouts of processors, what they contain, and how they differ from the ledger (R96); deadlines of disputes and evidence against them (R97).
CREATE TABLE "payout_differences" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payout_id" uuid,
	"attempt_id" uuid,
	"processor_reference" text,
	"expected_cents" bigint NOT NULL,
	"found_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payout_differences_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payout_difference_kind_is_known" CHECK ("payout_differences"."kind" in ('MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_FEE', 'OTHER_TOTAL'))
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payout_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"processor_reference" text NOT NULL,
	"gross_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"expected_cents" bigint NOT NULL,
	"charge_reference" text,
	"item_reference" text,
	"is_ours" boolean NOT NULL,
	"attempt_id" uuid,
	"refund_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_lines_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payout_line_kind_is_known" CHECK ("payout_lines"."kind" in ('CHARGE', 'REFUND', 'DISPUTE', 'RETURN', 'FEE', 'ADJUSTMENT'))
);
--> statement-breakpoint
CREATE TABLE "payout_reads" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"fees" jsonb,
	"processor" text,
	"covers_from" timestamp with time zone,
	"read_at" timestamp with time zone,
	"sought_until" timestamp with time zone,
	"problem" text,
	"next_read_at" timestamp with time zone NOT NULL,
	"leased_by" uuid,
	CONSTRAINT "payout_problem_is_known" CHECK ("payout_reads"."problem" in ('NOT_PERMITTED', 'NO_RESPONSE'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"processor" text NOT NULL,
	"processor_reference" text NOT NULL,
	"state" text NOT NULL,
	"arrives_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_opaque" boolean NOT NULL,
	"itemized_at" timestamp with time zone,
	"expected_cents" bigint,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "payout_state_is_known" CHECK ("payouts"."state" in ('PENDING', 'PAID', 'FAILED')),
	CONSTRAINT "itemized_payout_has_its_expected_amount" CHECK (("payouts"."itemized_at" is null) = ("payouts"."expected_cents" is null))
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"company_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"reference" uuid NOT NULL,
	"texts" jsonb,
	"state" text NOT NULL,
	"failure_reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"leased_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	CONSTRAINT "dispute_evidence_company_id_dispute_id_pk" PRIMARY KEY("company_id","dispute_id"),
	CONSTRAINT "evidence_state_is_known" CHECK ("dispute_evidence"."state" in ('REQUESTED', 'SENT', 'SUBMITTED', 'FAILED')),
	CONSTRAINT "submitted_evidence_has_its_time" CHECK (("dispute_evidence"."state" = 'SUBMITTED') = ("dispute_evidence"."submitted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "dispute_files" (
	"company_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea",
	"processor_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_files_company_id_dispute_id_kind_pk" PRIMARY KEY("company_id","dispute_id","kind"),
	CONSTRAINT "evidence_file_kind_is_known" CHECK ("dispute_files"."kind" in ('RECEIPT', 'COMMUNICATION', 'CONTRACT', 'SERVICE', 'REFUND_POLICY', 'OTHER')),
	CONSTRAINT "evidence_file_is_within_the_limit" CHECK ("dispute_files"."size" between 1 and 4500000)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "awaits_evidence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_differences" ADD CONSTRAINT "payout_differences_company_id_payout_id_payouts_company_id_id_fk" FOREIGN KEY ("company_id","payout_id") REFERENCES "public"."payouts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_company_id_payout_id_payouts_company_id_id_fk" FOREIGN KEY ("company_id","payout_id") REFERENCES "public"."payouts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reads" ADD CONSTRAINT "payout_reads_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_company_id_dispute_id_disputes_company_id_id_fk" FOREIGN KEY ("company_id","dispute_id") REFERENCES "public"."disputes"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_company_id_dispute_id_disputes_company_id_id_fk" FOREIGN KEY ("company_id","dispute_id") REFERENCES "public"."disputes"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_differences_by_time" ON "payout_differences" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "open_payout_differences" ON "payout_differences" USING btree ("company_id","created_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "differences_of_payout" ON "payout_differences" USING btree ("company_id","payout_id");--> statement-breakpoint
CREATE INDEX "lines_of_payout" ON "payout_lines" USING btree ("company_id","payout_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payout_lines_of_attempt" ON "payout_lines" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE INDEX "payout_lines_of_refund" ON "payout_lines" USING btree ("company_id","refund_id") WHERE "payout_lines"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "payouts_to_read" ON "payout_reads" USING btree ("next_read_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_is_stored_once" ON "payouts" USING btree ("company_id","processor","processor_reference");--> statement-breakpoint
CREATE INDEX "payouts_by_arrival" ON "payouts" USING btree ("company_id","arrives_on","id");--> statement-breakpoint
CREATE INDEX "evidence_to_submit" ON "dispute_evidence" USING btree ("next_try_at") WHERE "dispute_evidence"."state" in ('REQUESTED', 'SENT');--> statement-breakpoint
CREATE INDEX "disputes_by_time" ON "disputes" USING btree ("company_id","created_at","id");--> statement-breakpoint
grant update (due_at, awaits_evidence) on disputes to quittance_portal;
grant select, insert, update on dispute_evidence to quittance_provider;
grant select, insert, update, delete on dispute_files to quittance_provider;
alter table dispute_evidence enable row level security;
alter table dispute_files enable row level security;
create policy own_company on dispute_evidence to quittance_provider using (company_id = current_company_id());
create policy own_company on dispute_files to quittance_provider using (company_id = current_company_id());
grant select, insert, update on payout_reads, payouts, payout_lines, payout_differences to quittance_provider;
alter table payout_reads enable row level security;
alter table payouts enable row level security;
alter table payout_lines enable row level security;
alter table payout_differences enable row level security;
create policy own_company on payout_reads to quittance_provider using (company_id = current_company_id());
create policy own_company on payouts to quittance_provider using (company_id = current_company_id());
create policy own_company on payout_lines to quittance_provider using (company_id = current_company_id());
create policy own_company on payout_differences to quittance_provider using (company_id = current_company_id());
