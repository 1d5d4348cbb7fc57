-- What the list of users is read from (docs/decisions/0021).
ALTER TABLE "users" ADD COLUMN "invited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status" text GENERATED ALWAYS AS (case when deactivated_at is not null then 'deactivated' when invited then 'invited' else 'active' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text COLLATE "C" GENERATED ALWAYS AS (' ' || left(fold_text(coalesce(full_name || ' ', '') || username), 600)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_role_created" ON "users" USING btree ("role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_role_status_created" ON "users" USING btree ("role","status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
-- Who has nothing but a temporary password that was never used.
UPDATE users SET invited = true WHERE password_hash IS NULL AND EXISTS (
  SELECT FROM temporary_passwords WHERE temporary_passwords.user_id = users.id AND used_at IS NULL
);--> statement-breakpoint
CREATE FUNCTION keep_user_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_to_tally('user', OLD.role || ' ' || OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_to_tally('user', NEW.role || ' ' || NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO application_tallies (scope, key, count)
SELECT 'user', role || ' ' || status, count(*) FROM users GROUP BY role, status;--> statement-breakpoint
CREATE TRIGGER users_tally AFTER INSERT OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION keep_user_tallies();--> statement-breakpoint
CREATE TRIGGER users_tally_change AFTER UPDATE ON users
  FOR EACH ROW WHEN ((OLD.role, OLD.status) IS DISTINCT FROM (NEW.role, NEW.status))
  EXECUTE FUNCTION keep_user_tallies();
