CREATE TABLE "contractions" (
	"made_at" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "schema" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "left_at" timestamp (3) with time zone;