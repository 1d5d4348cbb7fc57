-- Tells whether anybody of the staff is called otherwise than before, without a look at each name (docs/decisions/0140).
CREATE TABLE "staff_names" (
	"is_all" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" uuid NOT NULL,
	CONSTRAINT "staff_names_are_one" CHECK ("staff_names"."is_all")
);
--> statement-breakpoint
CREATE FUNCTION note_staff_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever has become a client since may still be named as somebody's manager.
  IF NEW.role <> 'client' OR EXISTS (SELECT FROM applications WHERE wealth_manager_id = NEW.id) THEN
    INSERT INTO staff_names (revision) VALUES (gen_random_uuid())
    ON CONFLICT (is_all) DO UPDATE SET revision = excluded.revision;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_note_staff_name AFTER UPDATE OF full_name, username ON users
  FOR EACH ROW WHEN ((OLD.full_name, OLD.username) IS DISTINCT FROM (NEW.full_name, NEW.username))
  EXECUTE FUNCTION note_staff_name();
