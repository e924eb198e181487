CREATE TABLE `scheduled_post` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`topic` text NOT NULL,
	`weekday` integer NOT NULL,
	`at` integer NOT NULL,
	`done_until` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_post_once` ON `scheduled_post` (`guild_id`,`channel_id`,`topic`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_live_panel` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`game_id` integer,
	`message_id` text NOT NULL,
	`posted_at` integer NOT NULL,
	`stopped` text,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_live_panel`("id", "guild_id", "channel_id", "game_id", "message_id", "posted_at", "stopped") SELECT "id", "guild_id", "channel_id", "game_id", "message_id", "posted_at", "stopped" FROM `live_panel`;--> statement-breakpoint
DROP TABLE `live_panel`;--> statement-breakpoint
ALTER TABLE `__new_live_panel` RENAME TO `live_panel`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `live_panel_once` ON `live_panel` (`channel_id`,`game_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `live_panel_of_all_once` ON `live_panel` (`channel_id`) WHERE game_id IS NULL;--> statement-breakpoint
CREATE INDEX `live_panel_by_guild` ON `live_panel` (`guild_id`);--> statement-breakpoint
ALTER TABLE `live_counter` ADD `template` text;