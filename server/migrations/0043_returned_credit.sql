-- brief: the constraint is validated in the next file
-- A credit note or a payment is taken back only while its credit is unused (R114, R115).
ALTER TABLE "attempts" ADD CONSTRAINT "returned_attempt_has_no_used_credit" CHECK ("attempts"."state" <> 'RETURNED' or "attempts"."credit_used_cents" = 0) NOT VALID;
