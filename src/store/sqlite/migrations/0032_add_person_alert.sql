CREATE TABLE `person_alert` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`game_id` integer NOT NULL,
	`guild_id` text,
	`channel_id` text,
	`locale` text NOT NULL,
	`wish` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_why` text,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `person_alert_by_user` ON `person_alert` (`user_id`);--> statement-breakpoint
CREATE INDEX `person_alert_by_guild` ON `person_alert` (`guild_id`);--> statement-breakpoint
CREATE INDEX `person_alert_open` ON `person_alert` (`game_id`) WHERE ended_at IS NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `person_alert_id` integer REFERENCES person_alert(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `notice_by_person_alert` ON `notice` (`person_alert_id`) WHERE person_alert_id IS NOT NULL;