ALTER TABLE "payment_methods" ADD COLUMN "account_type" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "a_card_or_account_is_one_method_of_its_customer" ON "payment_methods" USING btree ("company_id","customer_id","processor","identity") WHERE "payment_methods"."state" <> 'removed';--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "method_account_type_is_known" CHECK ("payment_methods"."account_type" in ('PERSONAL_CHECKING', 'PERSONAL_SAVINGS', 'BUSINESS_CHECKING', 'BUSINESS_SAVINGS'));--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "method_with_account_type_is_a_bank_account" CHECK ("payment_methods"."account_type" is null or "payment_methods"."kind" = 'ach');--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "replaced_method_is_removed" CHECK ("payment_methods"."replaced_by" is null or "payment_methods"."state" = 'removed');--> statement-breakpoint
grant update (kind, brand, last4, expires_month, expires_year, processor_customer, scheme_reference, account_type, identity, token_sealed) on payment_methods to quittance_portal;
