-- brief: validating does not block readers and writers
ALTER TABLE "muted_mails" VALIDATE CONSTRAINT "muted_mail_is_optional";
