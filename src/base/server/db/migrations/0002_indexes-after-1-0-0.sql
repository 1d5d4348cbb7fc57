-- kind: concurrent
CREATE INDEX CONCURRENTLY "documents_of_application" ON "documents" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "documents_owner" ON "documents" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "uploads_user" ON "uploads" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "application_summaries_submitted" ON "application_summaries" USING btree ("submitted_at","application_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "application_summaries_rank" ON "application_summaries" USING btree ((case status when 'draft' then 1 when 'submitted' then 2 when 'under_review' then 3 when 'approved' then 4 when 'rejected' then 5 when 'onboarded' then 6 when 'cancelled' then 7 end),"created_at","application_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "application_summaries_invited" ON "application_summaries" USING btree ("invited_until") WHERE invited_until is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_suspicious_activity" ON "audit_events" USING btree ("at") WHERE action = 'address.became-suspicious' or (action = 'session.sign-in-failed' and details->>'reason' in ('throttled', 'deactivated')) or action = 'document.infected' or action = 'audit-log.found-altered' or (action = 'session.signed-in' and details->>'by' in ('break-glass')) or (action = 'sso.refused' and details->>'reason' in ('address-not-vouched')) or (action = 'passkey.refused' and details->>'reason' in ('counter'));
