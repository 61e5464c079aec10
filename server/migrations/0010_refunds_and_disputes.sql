CREATE TABLE "disputes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"processor_reference" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "dispute_state_is_known" CHECK ("disputes"."state" in ('OPEN', 'WON', 'LOST')),
	CONSTRAINT "dispute_amount_is_positive" CHECK ("disputes"."amount_cents" > 0),
	CONSTRAINT "open_dispute_is_not_closed" CHECK (("disputes"."state" = 'OPEN') = ("disputes"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "one_refund_per_attempt";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refund_state_is_known";--> statement-breakpoint
DROP INDEX "refunds_to_make";--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "dispute_state" text;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "differing" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "origin" text DEFAULT 'OVERPAYMENT' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "principal_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_owed_again" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_is_booked_once" ON "disputes" USING btree ("company_id","processor_reference");--> statement-breakpoint
CREATE INDEX "disputes_of_attempt" ON "disputes" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE INDEX "disputed_attempts_of_invoice" ON "attempts" USING btree ("company_id","invoice_id") WHERE "attempts"."dispute_state" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_overpayment_refund_per_attempt" ON "refunds" USING btree ("company_id","attempt_id") WHERE "refunds"."origin" = 'OVERPAYMENT';--> statement-breakpoint
CREATE UNIQUE INDEX "refund_is_booked_once" ON "refunds" USING btree ("company_id","processor_reference") WHERE "refunds"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_attempt" ON "refunds" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE INDEX "refunds_to_make" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."state" = 'OPEN';--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_refund_is_not_negative" CHECK ("attempts"."refunded_cents" >= 0);--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_dispute_state_is_known" CHECK ("attempts"."dispute_state" in ('OPEN', 'WON', 'LOST'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_origin_is_known" CHECK ("refunds"."origin" in ('OVERPAYMENT', 'PROCESSOR', 'DISPUTE'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_principal_is_within_its_amount" CHECK ("refunds"."principal_cents" between 0 and "refunds"."amount_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_state_is_known" CHECK ("refunds"."state" in ('OPEN', 'DONE', 'REFUSED', 'REVIEW'));--> statement-breakpoint
-- Until now every refund was of an overpayment, and one that was tried may have been executed.
ALTER TABLE "refunds" ALTER COLUMN "origin" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "next_try_at" DROP DEFAULT;--> statement-breakpoint
update refunds set sent_at = created_at where tries > 0;--> statement-breakpoint
update attempts set refunded_cents = done.cents
from (select company_id, attempt_id, sum(amount_cents) as cents from refunds
  where state = 'DONE' group by company_id, attempt_id) done
where attempts.company_id = done.company_id and attempts.id = done.attempt_id;--> statement-breakpoint
grant update (refunded_cents, dispute_state) on attempts to quittance_portal;
grant update (principal_cents, is_owed_again, next_try_at, sent_at) on refunds to quittance_portal;
grant select, insert, update (state, closed_at) on disputes to quittance_portal;
--> statement-breakpoint
alter table disputes enable row level security;
--> statement-breakpoint
create policy own_rows on disputes to quittance_portal
  using (company_id = current_company_id() and exists (
    select from attempts
    where attempts.company_id = disputes.company_id and attempts.id = disputes.attempt_id));
