-- kind: concurrent
CREATE INDEX CONCURRENTLY "applications_id_number" ON "applications" USING btree ("id_number_hash","id");