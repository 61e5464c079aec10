-- brief: validating does not block readers and writers
ALTER TABLE "attempts" VALIDATE CONSTRAINT "returned_attempt_has_no_used_credit";
