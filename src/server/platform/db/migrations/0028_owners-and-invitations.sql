ALTER TABLE "application_summaries" ADD COLUMN "unassigned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD COLUMN "invited_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "application_summaries_manager_created" ON "application_summaries" USING btree ("wealth_manager_id","created_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_unassigned" ON "application_summaries" USING btree ("created_at","application_id") WHERE unassigned;--> statement-breakpoint
CREATE INDEX "application_summaries_unassigned_name" ON "application_summaries" USING btree ("name_key","application_id") WHERE unassigned;--> statement-breakpoint
CREATE INDEX "application_summaries_unassigned_status" ON "application_summaries" USING btree ("status_order","created_at","application_id") WHERE unassigned;--> statement-breakpoint
CREATE INDEX "application_summaries_invited" ON "application_summaries" USING btree ("invited_until","wealth_manager_id","application_id") WHERE invited_until is not null;--> statement-breakpoint
-- Who looks after an application is said once: its client's manager is. The column here follows (docs/decisions/0021).
CREATE FUNCTION own_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT wealth_manager_id INTO NEW.wealth_manager_id FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER applications_own BEFORE INSERT OR UPDATE OF wealth_manager_id, user_id ON applications
  FOR EACH ROW EXECUTE FUNCTION own_application();--> statement-breakpoint
CREATE FUNCTION hand_application_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE applications SET wealth_manager_id = NEW.wealth_manager_id WHERE user_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_hand_over AFTER UPDATE OF wealth_manager_id ON users
  FOR EACH ROW WHEN (OLD.wealth_manager_id IS DISTINCT FROM NEW.wealth_manager_id)
  EXECUTE FUNCTION hand_application_over();--> statement-breakpoint
-- Nothing else of a summary depends on it: hundreds change at once.
CREATE FUNCTION summarise_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_summaries SET wealth_manager_id = NEW.wealth_manager_id
  WHERE application_id = NEW.id AND wealth_manager_id IS DISTINCT FROM NEW.wealth_manager_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER applications_summarise_owner AFTER UPDATE OF wealth_manager_id ON applications
  FOR EACH ROW EXECUTE FUNCTION summarise_owner();--> statement-breakpoint
CREATE OR REPLACE FUNCTION summarise_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO application_summaries (application_id, user_id, wealth_manager_id, status, current_step, created_at,
      submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
      net_worth, search_text)
    SELECT application_id, user_id, wealth_manager_id, status, current_step, created_at,
      submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
      net_worth, search_text
    FROM summarised_applications WHERE application_id = NEW.id;
  ELSIF (OLD.status, OLD.created_at, OLD.submitted_at, OLD.onboarded_at, OLD.cancelled_at,
     OLD.reviewed_at, OLD.answers->'fullName', OLD.answers->'emailAddress', OLD.answers->'mobileNumber',
     OLD.answers->'assets', OLD.answers->'liabilities')
    IS DISTINCT FROM
    (NEW.status, NEW.created_at, NEW.submitted_at, NEW.onboarded_at, NEW.cancelled_at,
     NEW.reviewed_at, NEW.answers->'fullName', NEW.answers->'emailAddress', NEW.answers->'mobileNumber',
     NEW.answers->'assets', NEW.answers->'liabilities')
  THEN
    UPDATE application_summaries summary SET
      status = seen.status, current_step = seen.current_step,
      created_at = seen.created_at, submitted_at = seen.submitted_at, onboarded_at = seen.onboarded_at,
      cancelled_at = seen.cancelled_at, review_base_at = seen.review_base_at, full_name = seen.full_name,
      name_key = seen.name_key, email_address = seen.email_address, mobile_number = seen.mobile_number,
      net_worth = seen.net_worth, search_text = seen.search_text
    FROM summarised_applications seen
    WHERE summary.application_id = NEW.id AND seen.application_id = NEW.id;
  ELSIF OLD.current_step IS DISTINCT FROM NEW.current_step THEN
    UPDATE application_summaries SET current_step = NEW.current_step WHERE application_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What was turned down or cancelled waits for nobody.
CREATE FUNCTION is_unassigned(manager uuid, status text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN status NOT IN ('rejected', 'cancelled') AND NOT EXISTS (
    SELECT FROM users WHERE id = manager AND role = 'wealth_manager' AND deactivated_at IS NULL);--> statement-breakpoint
CREATE FUNCTION invitation_of(client uuid) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT expires_at FROM temporary_passwords JOIN users ON users.id = user_id
    WHERE user_id = client AND kind = 'given' AND used_at IS NULL AND invited);--> statement-breakpoint
CREATE FUNCTION complete_summary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unassigned := is_unassigned(NEW.wealth_manager_id, NEW.status);
  IF TG_OP = 'INSERT' THEN
    NEW.invited_until := invitation_of(NEW.user_id);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER application_summaries_complete BEFORE INSERT ON application_summaries
  FOR EACH ROW EXECUTE FUNCTION complete_summary();--> statement-breakpoint
CREATE TRIGGER application_summaries_complete_change BEFORE UPDATE OF wealth_manager_id, status ON application_summaries
  FOR EACH ROW EXECUTE FUNCTION complete_summary();--> statement-breakpoint
-- A manager who goes, or comes back.
CREATE FUNCTION summarise_clients_of_manager() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_summaries SET unassigned = NOT unassigned
  WHERE wealth_manager_id = NEW.id AND unassigned <> is_unassigned(wealth_manager_id, status);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_summarise_clients AFTER UPDATE OF role, deactivated_at ON users
  FOR EACH ROW WHEN ((OLD.role, OLD.deactivated_at) IS DISTINCT FROM (NEW.role, NEW.deactivated_at)
    AND 'wealth_manager' IN (OLD.role, NEW.role))
  EXECUTE FUNCTION summarise_clients_of_manager();--> statement-breakpoint
-- An invitation is given, used, replaced or taken back.
CREATE FUNCTION summarise_invitation(client uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE application_summaries SET invited_until = invitation_of(client)
  WHERE application_id = (SELECT id FROM applications WHERE user_id = client)
    AND invited_until IS DISTINCT FROM invitation_of(client)
$$;--> statement-breakpoint
CREATE FUNCTION summarise_temporary_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM summarise_invitation(coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER temporary_passwords_summarise AFTER INSERT OR UPDATE OR DELETE ON temporary_passwords
  FOR EACH ROW EXECUTE FUNCTION summarise_temporary_password();--> statement-breakpoint
CREATE FUNCTION summarise_invited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM summarise_invitation(NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_summarise_invited AFTER UPDATE OF invited ON users
  FOR EACH ROW WHEN (OLD.invited <> NEW.invited) EXECUTE FUNCTION summarise_invited();--> statement-breakpoint
CREATE OR REPLACE FUNCTION tallies_of(summary application_summaries) RETURNS TABLE (scope text, key text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT counted.scope, counted.key FROM (VALUES
    ('status', summary.status),
    ('manager ' || summary.wealth_manager_id, summary.status),
    ('unassigned', CASE WHEN summary.unassigned THEN summary.status END),
    ('started', week_of(summary.created_at)),
    ('submitted', week_of(summary.submitted_at)),
    ('draft step', CASE summary.status WHEN 'draft' THEN coalesce(summary.current_step, '') END),
    ('review base', day_of(summary.review_base_at))
  ) AS counted (scope, key) WHERE counted.scope IS NOT NULL AND counted.key IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_application_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_tally(scope, key, 1) FROM tallies_of(NEW);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_tally(scope, key, -1) FROM tallies_of(OLD);
  ELSIF (OLD.status, OLD.wealth_manager_id, OLD.unassigned, OLD.created_at, OLD.submitted_at, OLD.review_base_at)
    IS DISTINCT FROM
    (NEW.status, NEW.wealth_manager_id, NEW.unassigned, NEW.created_at, NEW.submitted_at, NEW.review_base_at)
  THEN
    PERFORM add_to_tally(scope, key, sum(difference)::bigint) FROM (
      SELECT scope, key, 1 AS difference FROM tallies_of(NEW)
      UNION ALL SELECT scope, key, -1 FROM tallies_of(OLD)
    ) changes GROUP BY scope, key HAVING sum(difference) <> 0;
  -- In place, without counting how much the transaction has changed (docs/decisions/0140): nobody moves many at once.
  ELSIF NEW.status = 'draft' AND OLD.current_step IS DISTINCT FROM NEW.current_step THEN
    PERFORM change_tally('draft step', coalesce(NEW.current_step, ''), 1);
    PERFORM change_tally('draft step', coalesce(OLD.current_step, ''), -1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What is there already; the client's manager decides where the two ever differed.
UPDATE applications SET wealth_manager_id = users.wealth_manager_id
FROM users WHERE users.id = user_id AND users.wealth_manager_id IS DISTINCT FROM applications.wealth_manager_id;--> statement-breakpoint
UPDATE application_summaries SET unassigned = true WHERE is_unassigned(wealth_manager_id, status);--> statement-breakpoint
UPDATE application_summaries SET invited_until = invitation_of(user_id)
WHERE user_id IN (SELECT id FROM users WHERE invited);
