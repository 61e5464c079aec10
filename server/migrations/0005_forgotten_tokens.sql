-- brief: nothing was released before this version, so no installation has many rows
-- Tokens of removed methods are destroyed; those that were removed before are destroyed now.
ALTER TABLE "payment_methods" ALTER COLUMN "token_sealed" DROP NOT NULL;--> statement-breakpoint
update payment_methods set token_sealed = null, scheme_reference = null where forgotten_at is not null;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "method_has_its_token_until_it_is_forgotten" CHECK ("payment_methods"."token_sealed" is not null or "payment_methods"."forgotten_at" is not null);
