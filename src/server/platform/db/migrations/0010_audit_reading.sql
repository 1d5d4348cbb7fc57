CREATE TABLE "audit_checks" (
	"scope" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"sound" boolean NOT NULL,
	"verified_up_to" bigint,
	"verified_code" "bytea",
	"first_altered" bigint,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "audit_tallies" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to" bigint NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_events_actor";--> statement-breakpoint
DROP INDEX "audit_events_at";--> statement-breakpoint
CREATE INDEX "audit_events_newest" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor_newest" ON "audit_events" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_action_newest" ON "audit_events" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_failures" ON "audit_events" USING btree ("at","id","action","ip") WHERE not success;--> statement-breakpoint
CREATE INDEX "audit_events_suspicious" ON "audit_events" USING btree ("at") WHERE action = 'address.became-suspicious' or (action = 'session.sign-in-failed' and details->>'reason' in ('throttled', 'deactivated')) or action = 'document.infected' or action = 'audit-log.found-altered';