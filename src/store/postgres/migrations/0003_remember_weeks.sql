CREATE UNLOGGED TABLE "series_version" (
	"universe_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
