-- One row a user and kind (docs/decisions/0006). What anybody may ask for is good for an hour, what staff give for longer.
ALTER TABLE "temporary_passwords" ADD COLUMN "kind" text;--> statement-breakpoint
UPDATE temporary_passwords SET kind =
  CASE WHEN expires_at - created_at <= interval '1 hour' THEN 'asked-for' ELSE 'given' END;--> statement-breakpoint
ALTER TABLE "temporary_passwords" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "temporary_passwords" DROP CONSTRAINT "temporary_passwords_pkey";--> statement-breakpoint
ALTER TABLE "temporary_passwords" ADD CONSTRAINT "temporary_passwords_user_id_kind_pk" PRIMARY KEY("user_id","kind");
