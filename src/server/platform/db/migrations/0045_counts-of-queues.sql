-- What waits for somebody, by status, and each manager's drafts by the day on which they were last worked at: the counts of queues
-- are sums of a few rows, however many applications there are (docs/decisions/0140).
-- Whoever writes meanwhile would be counted by neither the old function nor the new: they wait, a second at a million.
LOCK TABLE application_summaries IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tallies_of(summary application_summaries) RETURNS TABLE (scope text, key text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT counted.scope, counted.key FROM (VALUES
    ('status', summary.status),
    ('manager ' || summary.wealth_manager_id, summary.status),
    ('unassigned', CASE WHEN summary.unassigned THEN summary.status END),
    ('waiting ' || summary.waiting_on, summary.status),
    ('waiting ' || summary.waiting_on || ' ' || summary.wealth_manager_id, summary.status),
    ('started', week_of(summary.created_at)),
    ('submitted', week_of(summary.submitted_at)),
    ('draft step', CASE summary.status WHEN 'draft' THEN coalesce(summary.current_step, '') END),
    ('draft day', CASE summary.status WHEN 'draft' THEN to_char(summary.last_active_on, 'YYYY-MM-DD') END),
    ('draft day ' || summary.wealth_manager_id,
      CASE summary.status WHEN 'draft' THEN to_char(summary.last_active_on, 'YYYY-MM-DD') END),
    ('review base', day_of(summary.review_base_at))
  ) AS counted (scope, key) WHERE counted.scope IS NOT NULL AND counted.key IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_application_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_tally(scope, key, 1) FROM tallies_of(NEW);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_tally(scope, key, -1) FROM tallies_of(OLD);
  ELSIF (OLD.status, OLD.wealth_manager_id, OLD.unassigned, OLD.waiting_on, OLD.created_at, OLD.submitted_at, OLD.review_base_at)
    IS DISTINCT FROM
    (NEW.status, NEW.wealth_manager_id, NEW.unassigned, NEW.waiting_on, NEW.created_at, NEW.submitted_at, NEW.review_base_at)
  THEN
    PERFORM add_to_tally(scope, key, sum(difference)::bigint) FROM (
      SELECT scope, key, 1 AS difference FROM tallies_of(NEW)
      UNION ALL SELECT scope, key, -1 FROM tallies_of(OLD)
    ) changes GROUP BY scope, key HAVING sum(difference) <> 0;
  -- In place, without counting how much the transaction has changed (docs/decisions/0140): nobody moves many at once.
  ELSIF NEW.status = 'draft' THEN
    IF OLD.current_step IS DISTINCT FROM NEW.current_step THEN
      PERFORM change_tally('draft step', coalesce(NEW.current_step, ''), 1);
      PERFORM change_tally('draft step', coalesce(OLD.current_step, ''), -1);
    END IF;
    IF OLD.last_active_on <> NEW.last_active_on THEN
      PERFORM change_tally('draft day', to_char(NEW.last_active_on, 'YYYY-MM-DD'), 1);
      PERFORM change_tally('draft day', to_char(OLD.last_active_on, 'YYYY-MM-DD'), -1);
      IF NEW.wealth_manager_id IS NOT NULL THEN
        PERFORM change_tally('draft day ' || NEW.wealth_manager_id, to_char(NEW.last_active_on, 'YYYY-MM-DD'), 1);
        PERFORM change_tally('draft day ' || NEW.wealth_manager_id, to_char(OLD.last_active_on, 'YYYY-MM-DD'), -1);
      END IF;
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO application_tallies (scope, key, count)
SELECT 'draft day ' || wealth_manager_id, to_char(last_active_on, 'YYYY-MM-DD'), count(*)
FROM application_summaries WHERE status = 'draft' AND wealth_manager_id IS NOT NULL GROUP BY wealth_manager_id, last_active_on
UNION ALL SELECT 'waiting ' || waiting_on, status, count(*)
FROM application_summaries WHERE waiting_on IS NOT NULL GROUP BY waiting_on, status
UNION ALL SELECT 'waiting ' || waiting_on || ' ' || wealth_manager_id, status, count(*)
FROM application_summaries WHERE waiting_on IS NOT NULL AND wealth_manager_id IS NOT NULL GROUP BY waiting_on, wealth_manager_id, status;
