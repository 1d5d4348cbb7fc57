-- kind: concurrent
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "applications_reference_id" ON "applications" USING btree ("reference") INCLUDE ("id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "applications_reference";
