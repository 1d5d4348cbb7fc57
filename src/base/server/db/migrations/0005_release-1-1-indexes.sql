-- kind: concurrent
CREATE INDEX CONCURRENTLY "declarations_made_by" ON "declarations" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "due_diligence_documents_staff" ON "due_diligence_documents" USING btree ("added_by_staff") WHERE added_by_staff is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "due_diligence_tasks_decided_by" ON "due_diligence_tasks" USING btree ("decided_by") WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "verifications_by" ON "verifications" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "documents_of_application" ON "documents" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "documents_owner" ON "documents" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "screenings_asked_by" ON "screenings" USING btree ("asked_by") WHERE asked_by is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_suspicious_activity" ON "audit_events" USING btree ("at") WHERE action = 'address.became-suspicious' or (action = 'session.sign-in-failed' and details->>'reason' in ('throttled', 'deactivated')) or action = 'document.infected' or action = 'audit-log.found-altered' or (action = 'session.signed-in' and details->>'by' in ('break-glass')) or (action = 'sso.refused' and details->>'reason' in ('address-not-vouched')) or (action = 'passkey.refused' and details->>'reason' in ('counter'));
