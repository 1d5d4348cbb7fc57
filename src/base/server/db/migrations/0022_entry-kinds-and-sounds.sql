ALTER TABLE "list_editions" ADD COLUMN "kinds" jsonb;--> statement-breakpoint
ALTER TABLE "list_entries" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "list_entries" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "list_names" ADD COLUMN "sounds" text[];--> statement-breakpoint
ALTER TABLE "subject_names" ADD COLUMN "sounds" text[];
