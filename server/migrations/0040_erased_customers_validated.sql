-- brief: validating does not block readers and writers
ALTER TABLE "customers" VALIDATE CONSTRAINT "erased_customer_is_nobody";
