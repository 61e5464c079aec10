CREATE TABLE "limits"."code_guesses" (
	"company_id" uuid NOT NULL,
	"nonce_hash" text NOT NULL,
	"request_id" uuid NOT NULL,
	"guesses" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_guesses_company_id_nonce_hash_pk" PRIMARY KEY("company_id","nonce_hash")
);
--> statement-breakpoint
CREATE TABLE "sealing_key_check" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_sealing_key_check" CHECK ("sealing_key_check"."id" = 1)
);
--> statement-breakpoint
DROP INDEX "sign_in_tokens_by_nonce";--> statement-breakpoint
ALTER TABLE "sign_in_tokens" ADD COLUMN "mail_request_id" uuid;--> statement-breakpoint
CREATE INDEX "code_guesses_by_end" ON "limits"."code_guesses" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_tokens_of_request" ON "sign_in_tokens" USING btree ("company_id","mail_request_id");--> statement-breakpoint
-- Guesses are counted at every wrong code; after a crash, a new mail is asked for.
alter table limits.code_guesses set unlogged;
alter table limits.code_guesses enable row level security;
--> statement-breakpoint
-- Belongs to no company and is read at the start only: the portal's role has neither grant nor policy.
alter table sealing_key_check enable row level security;
