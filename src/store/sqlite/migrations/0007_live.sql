CREATE TABLE `live_counter` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`game_id` integer NOT NULL,
	`metric` text NOT NULL,
	`name` text,
	`renamed_at` integer,
	`stopped` text,
	`is_removed` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `live_counter_by_guild` ON `live_counter` (`guild_id`);--> statement-breakpoint
CREATE TABLE `live_panel` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`game_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`posted_at` integer NOT NULL,
	`stopped` text,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `live_panel_once` ON `live_panel` (`channel_id`,`game_id`);--> statement-breakpoint
CREATE INDEX `live_panel_by_guild` ON `live_panel` (`guild_id`);