DROP INDEX "outbox_to_deliver";--> statement-breakpoint
CREATE INDEX "events_to_deliver" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null and topic not in ('mail', 'sign_in_asked', 'link_asked');--> statement-breakpoint
CREATE INDEX "mails_to_deliver" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null and topic in ('mail', 'sign_in_asked', 'link_asked');