ALTER TABLE "applications" ADD COLUMN "id_number_hash" "bytea";--> statement-breakpoint
-- A server that does not know what finds an application by its number would leave that of a former number behind: it is forgotten
-- where the number changes alone, and made anew by a job. Told in the function, as in 0027.
CREATE FUNCTION forget_number_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id_number_hash IS NOT DISTINCT FROM OLD.id_number_hash
    AND NEW.answers->'idNumber' IS DISTINCT FROM OLD.answers->'idNumber'
  THEN NEW.id_number_hash := NULL;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER applications_forget_number_hash BEFORE UPDATE OF answers ON applications
  FOR EACH ROW EXECUTE FUNCTION forget_number_hash();
