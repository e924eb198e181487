CREATE TABLE `hourly_numbers` (
	`universe_id` integer NOT NULL,
	`game_id` integer NOT NULL,
	`kind` integer NOT NULL,
	`hour` integer NOT NULL,
	`basis` text NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`universe_id`, `game_id`, `kind`)
) WITHOUT ROWID;
