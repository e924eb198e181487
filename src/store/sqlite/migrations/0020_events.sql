CREATE TABLE `event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`universe_id` integer,
	`account_id` integer,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`start_minute` integer NOT NULL,
	`end_minute` integer,
	`cause` text,
	`facts` text NOT NULL,
	`uncertainty` integer,
	`change` integer NOT NULL,
	`is_withdrawn` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_once` ON `event` (`kind`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `event_by_change` ON `event` (`change`);--> statement-breakpoint
CREATE INDEX `event_by_universe` ON `event` (`universe_id`,`start_minute`);--> statement-breakpoint
CREATE INDEX `event_by_account` ON `event` (`account_id`);--> statement-breakpoint
CREATE INDEX `event_open_gap` ON `event` (`universe_id`) WHERE kind = 'gap' AND end_minute IS NULL;--> statement-breakpoint
CREATE TABLE `event_change` (
	`id` integer PRIMARY KEY NOT NULL,
	`change` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `notice_once_an_account`;--> statement-breakpoint
ALTER TABLE `notice` ADD `follows_as` text;--> statement-breakpoint
ALTER TABLE `notice` ADD `follows_subject` text;--> statement-breakpoint
ALTER TABLE `notice` ADD `fixed_channel_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `notice_once_an_account` ON `notice` (`account_id`,`subject`) WHERE kind IN ('platform_drop', 'platform_incident');--> statement-breakpoint
ALTER TABLE `guild_setting` ADD `news_channel_id` text;--> statement-breakpoint
INSERT INTO `setting` (`key`, `value`)
SELECT 'events.history', '{"stage":"updates","after":0,"minute":0}' WHERE EXISTS (SELECT 1 FROM `universe`);
