ALTER TABLE "due_diligence_tasks" ADD COLUMN "outdated" boolean;--> statement-breakpoint
ALTER TABLE "due_diligence_tasks" ADD COLUMN "needs_approval" boolean;--> statement-breakpoint
ALTER TABLE "due_diligence_tasks" ADD COLUMN "checked_at" timestamp (3) with time zone;