CREATE TABLE "unattached_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unattached_objects_created" ON "unattached_objects" USING btree ("created_at");