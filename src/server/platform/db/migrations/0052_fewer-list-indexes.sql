-- kind: concurrent
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_summaries_queue_since" ON "application_summaries" USING btree ("queue_since","application_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_summaries_status_changed" ON "application_summaries" USING btree ("status_changed_at","application_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_summaries_last_active" ON "application_summaries" USING btree ("last_active_on","application_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_summaries_status_review" ON "application_summaries" USING btree ("status","review_base_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "application_summaries_pending" ON "application_summaries" USING btree ("waiting_on","application_id") WHERE waiting_on is not null or unassigned;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_role_created";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_status_created";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_status_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_queue";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_queue";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_submitted";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_worth";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_submitted";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_worth";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_onboarded";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_review";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting_created";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_unassigned";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_unassigned_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_unassigned_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_invited";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_status_waited";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_waited";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting_waited";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_unassigned_waited";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_status_since";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_since";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting_since";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_unassigned_since";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_status_active";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_manager_status_active";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_waiting_active";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "application_summaries_unassigned_active";
