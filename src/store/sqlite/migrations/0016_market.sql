CREATE TABLE `market_count` (
	`source` text NOT NULL,
	`universe_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`source`, `universe_id`, `hour`)
);
--> statement-breakpoint
CREATE INDEX `market_count_by_hour` ON `market_count` (`hour`);--> statement-breakpoint
CREATE TABLE `market_minute` (
	`source` text NOT NULL,
	`minute` integer NOT NULL,
	`since` integer,
	`players_before` integer NOT NULL,
	`players_now` integer NOT NULL,
	`members` integer NOT NULL,
	`players` integer NOT NULL,
	PRIMARY KEY(`source`, `minute`)
);
