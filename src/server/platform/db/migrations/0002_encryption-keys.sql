CREATE TABLE "encryption_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"in_use" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
