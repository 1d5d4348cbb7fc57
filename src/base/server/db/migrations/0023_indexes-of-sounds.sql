-- kind: concurrent
CREATE INDEX CONCURRENTLY "list_entries_births" ON "list_entries" USING gin ("births" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "list_names_sounds" ON "list_names" USING gin ("sounds");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "list_names_without_sounds" ON "list_names" USING btree ("id") WHERE sounds is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subject_names_sounds" ON "subject_names" USING gin ("sounds");
