-- brief: validating does not block readers and writers
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoice_is_settled_by_what_was_paid_waived_and_credited";
