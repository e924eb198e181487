CREATE TABLE "hourly_numbers" (
	"universe_id" bigint NOT NULL,
	"game_id" bigint NOT NULL,
	"kind" integer NOT NULL,
	"hour" integer NOT NULL,
	"basis" text NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "hourly_numbers_universe_id_game_id_kind_pk" PRIMARY KEY("universe_id","game_id","kind")
);
