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
CREATE UNIQUE INDEX `scheduled_post_once` ON `scheduled_post` (`guild_id`,`channel_id`,`topic`);