CREATE TABLE "audit_chain_progress" (
	"id" smallint PRIMARY KEY NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "skipped" bigint;