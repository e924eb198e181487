CREATE TABLE `favorite` (
	`person` text NOT NULL,
	`game_id` integer NOT NULL,
	`session_id` integer,
	PRIMARY KEY(`person`, `game_id`),
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `favorite_by_game` ON `favorite` (`game_id`);--> statement-breakpoint
CREATE INDEX `favorite_by_session` ON `favorite` (`session_id`);--> statement-breakpoint
CREATE TABLE `game_tag` (
	`game_id` integer NOT NULL,
	`place` integer NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`game_id`, `place`),
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
