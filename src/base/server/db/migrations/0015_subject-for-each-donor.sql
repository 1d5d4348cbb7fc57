-- A client may have several donors. Release 1.0 does not use this table: nothing is blocked, and nothing needs the index.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "screening_subjects_role";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "screening_subjects_application" ON "screening_subjects" USING btree ("application_id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "screening_subjects_single_role" ON "screening_subjects" USING btree ("application_id","role") WHERE role <> 'donor';
