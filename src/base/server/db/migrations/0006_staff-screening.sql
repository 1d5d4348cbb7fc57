-- Staff have no application. Release 1.0 does not use these tables, and no row has the new columns: nothing is blocked.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "approvals" ALTER COLUMN "application_id" DROP NOT NULL;--> statement-breakpoint
-- squawk-ignore ban-drop-not-null
ALTER TABLE "hits" ALTER COLUMN "application_id" DROP NOT NULL;--> statement-breakpoint
-- squawk-ignore ban-drop-not-null
ALTER TABLE "screening_subjects" ALTER COLUMN "application_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD CONSTRAINT "screening_subjects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "approvals_subject" ON "approvals" USING btree ("subject_id") WHERE subject_id is not null;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "screening_subjects_user" ON "screening_subjects" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_owner" CHECK (num_nonnulls("approvals"."application_id", "approvals"."subject_id") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD CONSTRAINT "screening_subjects_owner" CHECK (num_nonnulls("screening_subjects"."application_id", "screening_subjects"."user_id") = 1) NOT VALID;
