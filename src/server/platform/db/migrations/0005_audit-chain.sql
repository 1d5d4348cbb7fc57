CREATE TABLE "audit_chain" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"code" "bytea" NOT NULL
);
