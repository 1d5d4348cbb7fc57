-- What a save of the wizard costs the lists (docs/decisions/0008): the step that a client has come to is one column, and
-- one count less and one more. Neither the view nor all counts of an application are asked for it. What changed is told in
-- the functions: the condition of a trigger is read anew from its text for each statement, which took longer than the rest.
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
  ELSIF (OLD.status, OLD.wealth_manager_id, OLD.created_at, OLD.submitted_at, OLD.onboarded_at, OLD.cancelled_at,
     OLD.reviewed_at, OLD.answers->'fullName', OLD.answers->'emailAddress', OLD.answers->'mobileNumber',
     OLD.answers->'assets', OLD.answers->'liabilities')
    IS DISTINCT FROM
    (NEW.status, NEW.wealth_manager_id, NEW.created_at, NEW.submitted_at, NEW.onboarded_at, NEW.cancelled_at,
     NEW.reviewed_at, NEW.answers->'fullName', NEW.answers->'emailAddress', NEW.answers->'mobileNumber',
     NEW.answers->'assets', NEW.answers->'liabilities')
  THEN
    UPDATE application_summaries summary SET
      wealth_manager_id = seen.wealth_manager_id, status = seen.status, current_step = seen.current_step,
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
DROP TRIGGER applications_summarise ON applications;--> statement-breakpoint
DROP TRIGGER applications_summarise_change ON applications;--> statement-breakpoint
CREATE TRIGGER applications_summarise AFTER INSERT OR UPDATE ON applications
  FOR EACH ROW EXECUTE FUNCTION summarise_application();--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_application_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_tally(scope, key, 1) FROM tallies_of(NEW);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_tally(scope, key, -1) FROM tallies_of(OLD);
  ELSIF (OLD.status, OLD.wealth_manager_id, OLD.created_at, OLD.submitted_at, OLD.review_base_at)
    IS DISTINCT FROM (NEW.status, NEW.wealth_manager_id, NEW.created_at, NEW.submitted_at, NEW.review_base_at)
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
DROP TRIGGER application_summaries_tally ON application_summaries;--> statement-breakpoint
DROP TRIGGER application_summaries_tally_change ON application_summaries;--> statement-breakpoint
CREATE TRIGGER application_summaries_tally AFTER INSERT OR UPDATE OR DELETE ON application_summaries
  FOR EACH ROW EXECUTE FUNCTION keep_application_tallies();--> statement-breakpoint
-- A changed net worth writes the row anew, and with it sixty trigrams of its text: they are gathered, and sorted in together.
-- A search looks through what is not sorted in yet, so that is little.
ALTER INDEX application_summaries_search SET (fastupdate = on, gin_pending_list_limit = 128);
