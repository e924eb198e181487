CREATE TABLE `guild_channel` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `guild_channel_by_guild` ON `guild_channel` (`guild_id`);--> statement-breakpoint
CREATE TABLE `guild_departure` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`left_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `guild_setting` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`time_zone` text,
	`language` text
);
--> statement-breakpoint
CREATE INDEX `member_by_user` ON `member` (`discord_user_id`);