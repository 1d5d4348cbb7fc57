ALTER TABLE "screening_subjects" ADD COLUMN "given_fingerprint" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_at" timestamp (3) with time zone;