ALTER TABLE "list_editions" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "list_editions" ADD COLUMN "kinds" jsonb;--> statement-breakpoint
ALTER TABLE "list_editions" ADD COLUMN "lost_uids" text[];--> statement-breakpoint
ALTER TABLE "list_editions" ADD COLUMN "cautions" text[];--> statement-breakpoint
ALTER TABLE "list_editions" ADD COLUMN "remarks" text[];--> statement-breakpoint
ALTER TABLE "list_entries" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "list_entries" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "list_names" ADD COLUMN "sounds" text[];--> statement-breakpoint
ALTER TABLE "subject_names" ADD COLUMN "sounds" text[];--> statement-breakpoint
ALTER TABLE "list_editions" ADD CONSTRAINT "list_editions_second_person_for_losses" CHECK (coalesce(cardinality("list_editions"."cautions"), 0) = 0 or "list_editions"."in_force_by" is null or "list_editions"."in_force_by" <> "list_editions"."loaded_by") NOT VALID;
