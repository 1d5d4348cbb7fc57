-- kind: concurrent
CREATE INDEX CONCURRENTLY "screening_subjects_donors" ON "screening_subjects" USING btree ("id","application_id") WHERE role = 'donor';