CREATE TABLE "own_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"shared" boolean NOT NULL,
	"place" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "own_views" ADD CONSTRAINT "own_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_views_owner" ON "own_views" USING btree ("owner_id","place");--> statement-breakpoint
CREATE INDEX "own_views_shared" ON "own_views" USING btree ("shared");