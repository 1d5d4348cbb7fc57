ALTER TABLE "invitation_plans" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD COLUMN "rows" text;