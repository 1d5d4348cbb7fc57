-- What somebody waits for leaves before the mails of an act on many applications (docs/decisions/0082).
ALTER TABLE "mail_outbox" ADD COLUMN "of_many" boolean DEFAULT false NOT NULL;
