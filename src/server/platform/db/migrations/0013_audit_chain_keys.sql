CREATE TABLE "audit_chain_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
