CREATE TABLE `former_reader` (
	`universe_id` integer NOT NULL,
	`plan` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`universe_id`, `plan`)
);
