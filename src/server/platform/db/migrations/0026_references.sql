-- What people call an application by on the phone (docs/decisions/0084): four of sixteen signs that are told apart when they
-- are said, and two digits, from the database's strong random numbers.
CREATE FUNCTION new_reference() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  random text;
  made text;
BEGIN
  LOOP
    random := gen_random_uuid()::text;
    made := translate(left(random, 4), '0123456789abcdef', '23456789HKMQRWXY')
      || translate(substr(random, 5, 2), '0123456789abcdef', '2345678923456789');
    EXIT WHEN NOT EXISTS (SELECT FROM applications WHERE reference = made);
  END LOOP;
  RETURN made;
END $$;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "reference" text;--> statement-breakpoint
CREATE UNIQUE INDEX "applications_reference" ON "applications" USING btree ("reference");--> statement-breakpoint
-- One after another: each sees those that were given before it.
UPDATE applications SET reference = new_reference();--> statement-breakpoint
ALTER TABLE "applications" ALTER COLUMN "reference" SET DEFAULT new_reference();--> statement-breakpoint
ALTER TABLE "applications" ALTER COLUMN "reference" SET NOT NULL;
