DROP INDEX "screening_subjects_single_role";--> statement-breakpoint
DROP INDEX "screening_subjects_donors";--> statement-breakpoint
CREATE UNIQUE INDEX "screening_subjects_client" ON "screening_subjects" USING btree ("application_id") WHERE role = 'client';