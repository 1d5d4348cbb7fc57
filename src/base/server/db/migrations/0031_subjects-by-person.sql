-- A client may have several people of a role. Release 1.0 does not use this table: nothing is blocked.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "screening_subjects_single_role";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "screening_subjects_donors";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "screening_subjects_client" ON "screening_subjects" USING btree ("application_id") WHERE role = 'client';
