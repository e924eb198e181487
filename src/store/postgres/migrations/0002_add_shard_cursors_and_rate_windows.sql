CREATE TABLE "shard_cursor" (
	"shard" bigint PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL,
	"clock_was_wrong" boolean NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_window" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
