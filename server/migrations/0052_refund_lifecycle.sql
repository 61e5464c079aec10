ALTER TABLE "refunds" DROP CONSTRAINT "refund_origin_is_known";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refund_state_is_known";--> statement-breakpoint
ALTER TABLE "company_notices" DROP CONSTRAINT "notice_kind_is_known";--> statement-breakpoint
DROP INDEX "refunds_in_review";--> statement-breakpoint
DROP INDEX "refunds_to_make";--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
-- A refund in review is still to be made; one of a payment that went back is not.
update refunds set held_at = greatest(created_at, coalesce(sent_at, created_at)),
  state = case when sent_at is null then 'REQUESTED' else 'SENT' end
where state = 'REVIEW';--> statement-breakpoint
update refunds set state = case when sent_at is null then 'REQUESTED' else 'SENT' end
where state = 'OPEN';--> statement-breakpoint
update refunds set state = 'SUCCEEDED', done_at = coalesce(done_at, created_at) where state = 'DONE';--> statement-breakpoint
update refunds r set state = 'FAILED', failed_at = coalesce(r.sent_at, r.created_at),
  resolution = case when a.state = 'RETURNED' then 'RETURNED' end,
  resolved_at = case when a.state = 'RETURNED' then a.settled_at end
from attempts a
where r.state = 'REFUSED' and a.company_id = r.company_id and a.id = r.attempt_id;--> statement-breakpoint
-- What went out of clearing belongs to the first refund that was booked then or later.
update postings p set refund_id = (
  select r.id from refunds r
  where r.company_id = p.company_id and r.attempt_id = p.attempt_id and r.state = 'SUCCEEDED'
    and r.done_at >= p.at
  order by r.done_at, r.id limit 1)
where p.source like 'clearing:%' and p.destination not like 'disputed:%'
  and p.destination <> 'returns';--> statement-breakpoint
CREATE INDEX "stuck_refunds" ON "refunds" USING btree ("company_id","held_at","id") WHERE held_at is not null
  and state in ('REQUESTED', 'SENT', 'PENDING');--> statement-breakpoint
CREATE INDEX "failed_refunds" ON "refunds" USING btree ("company_id","failed_at","id") WHERE state = 'FAILED' and resolved_at is null;--> statement-breakpoint
CREATE INDEX "refunds_to_make" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."state" in ('REQUESTED', 'SENT') and "refunds"."held_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_to_follow" ON "refunds" USING btree ("company_id","created_at","id") WHERE "refunds"."state" in ('PENDING', 'SUCCEEDED');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_is_marked_before_it_is_sent" CHECK ("refunds"."state" not in ('REQUESTED', 'SENT') or ("refunds"."state" = 'SENT') = ("refunds"."sent_at" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "failed_refund_has_its_time" CHECK ("refunds"."state" <> 'FAILED' or "refunds"."failed_at" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_resolution_is_known" CHECK ("refunds"."resolution" in ('SENT_AGAIN', 'PAID_ANOTHER_WAY', 'ACKNOWLEDGED', 'RETURNED'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "resolved_refund_has_its_resolution" CHECK (("refunds"."resolution" is null) = ("refunds"."resolved_at" is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_origin_is_known" CHECK ("refunds"."origin" in ('OVERPAYMENT', 'PROVIDER', 'PROCESSOR', 'DISPUTE', 'MANUAL'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_state_is_known" CHECK ("refunds"."state" in ('REQUESTED', 'SENT', 'PENDING', 'SUCCEEDED', 'FAILED'));--> statement-breakpoint
ALTER TABLE "company_notices" ADD CONSTRAINT "notice_kind_is_known" CHECK ("company_notices"."kind" in ('PAID', 'RETURNED', 'HELD', 'DISPUTED', 'QUESTION', 'REFUND_FAILED', 'ENDPOINT_PAUSED'));--> statement-breakpoint
grant update (held_at, failed_at, failure_reason, credited_cents, resolution, resolved_at)
  on refunds to quittance_portal;
