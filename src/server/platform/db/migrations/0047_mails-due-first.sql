-- kind: concurrent
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_outbox_due_first" ON "mail_outbox" USING btree ("next_attempt_at") WHERE sent_at is null and given_up_at is null and not of_many;
