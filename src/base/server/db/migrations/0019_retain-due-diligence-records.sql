-- The rows satisfied the constraints that these replace.
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "retention_holds" DROP CONSTRAINT "retention_holds_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "risk_ratings" DROP CONSTRAINT "risk_ratings_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "hits" DROP CONSTRAINT "hits_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "retention_holds" ADD CONSTRAINT "retention_holds_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
-- The application role deletes none of these rows, except through this, at the end of a retention period.
CREATE FUNCTION "erase_retained_records"("erased" uuid, "today" date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM retention_holds WHERE application_id = erased AND lifted_at IS NULL AND until >= today) THEN
    RAISE EXCEPTION 'The records of application % are on hold.', erased;
  END IF;
  DELETE FROM approvals WHERE application_id = erased;
  DELETE FROM hits WHERE application_id = erased;
  DELETE FROM risk_ratings WHERE application_id = erased;
  DELETE FROM retention_holds WHERE application_id = erased;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "erase_retained_records"(uuid, date) FROM PUBLIC;
