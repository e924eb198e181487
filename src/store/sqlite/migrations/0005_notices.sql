CREATE TABLE `universe_event` (
	`universe_id` integer NOT NULL,
	`minute` integer NOT NULL,
	`what` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`universe_id`, `minute`, `what`)
);
--> statement-breakpoint
CREATE TABLE `notice` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`game_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`facts` text NOT NULL,
	`state` text NOT NULL,
	`channel_id` text,
	`message_id` text,
	`reason` text,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`claimed_at` integer,
	`doubt_since` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notice_once` ON `notice` (`game_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `notice_by_account` ON `notice` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `notice_open` ON `notice` (`id`) WHERE state IN ('pending', 'claimed');--> statement-breakpoint
CREATE TABLE `notice_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`minute` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notice_pause` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notice_route` (
	`game_id` integer NOT NULL,
	`kind` text NOT NULL,
	`channel_id` text,
	`enabled` integer NOT NULL,
	`digest` text,
	PRIMARY KEY(`game_id`, `kind`),
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notice_rule` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`game_id` integer NOT NULL,
	`metric` text NOT NULL,
	`condition` text NOT NULL,
	`readings` integer NOT NULL,
	`cooldown_minutes` integer NOT NULL,
	`quiet_hours` text,
	`role_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_rule_by_game` ON `notice_rule` (`game_id`);--> statement-breakpoint
CREATE TABLE `notice_state` (
	`game_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`is_resumed` integer NOT NULL,
	PRIMARY KEY(`game_id`, `kind`),
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
