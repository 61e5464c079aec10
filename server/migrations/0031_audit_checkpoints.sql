-- Where the nightly verification of audit trails continues (ADR 0083).
ALTER TABLE "audit_heads" ADD COLUMN "verified_position" bigint;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "verified_hash" text;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "whole_verified_at" timestamp with time zone;