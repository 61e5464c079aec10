-- A passkey of staff is blocked when its counter goes back, as those of customers are.
ALTER TABLE "staff_passkeys" ADD COLUMN "is_backed_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
grant update (is_backed_up, blocked_at) on staff_passkeys to quittance_provider;
