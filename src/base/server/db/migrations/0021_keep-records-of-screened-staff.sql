-- The rows satisfied the constraints that these replace.
ALTER TABLE "declarations" DROP CONSTRAINT "declarations_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "verifications" DROP CONSTRAINT "verifications_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "screening_subjects" DROP CONSTRAINT "screening_subjects_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "declarations" ADD CONSTRAINT "declarations_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD CONSTRAINT "screening_subjects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "erase_retained_records"("erased" uuid, "today" date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM retention_holds WHERE application_id = erased AND lifted_at IS NULL AND until >= today) THEN
    RAISE EXCEPTION 'The records of application % are on hold.', erased;
  END IF;
  DELETE FROM approvals WHERE application_id = erased;
  DELETE FROM hits WHERE application_id = erased;
  DELETE FROM risk_ratings WHERE application_id = erased;
  DELETE FROM declarations WHERE application_id = erased;
  DELETE FROM verifications WHERE application_id = erased;
  DELETE FROM retention_holds WHERE application_id = erased;
END $$;
