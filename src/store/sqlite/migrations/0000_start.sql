-- Edited by hand: `gap`, `sample` and `schedule` are WITHOUT ROWID, which drizzle-kit cannot say. Their rows then lie in the
-- order of their key, so that a tick appends to `sample` instead of writing a row and an index entry for it.
CREATE TABLE `account` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`status` text NOT NULL,
	`trial_ends_at` integer,
	`kept_plan` text,
	`kept_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_name_unique` ON `account` (`name`);--> statement-breakpoint
CREATE TABLE `api_key` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash_unique` ON `api_key` (`hash`);--> statement-breakpoint
CREATE INDEX `api_key_by_account` ON `api_key` (`account_id`);--> statement-breakpoint
CREATE TABLE `change` (
	`kind` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `game` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`universe_id` integer NOT NULL,
	`channel_id` text,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`universe_id`) REFERENCES `universe`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `game_once` ON `game` (`account_id`,`universe_id`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX `game_by_universe` ON `game` (`universe_id`);--> statement-breakpoint
CREATE TABLE `gap` (
	`universe_id` integer NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`universe_id`, `from_minute`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `gap_by_until` ON `gap` (`until_minute`);--> statement-breakpoint
CREATE TABLE `guild` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`linked_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guild_by_account` ON `guild` (`account_id`);--> statement-breakpoint
CREATE TABLE `guild_code` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `member` (
	`account_id` integer NOT NULL,
	`discord_user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `discord_user_id`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sample` (
	`minute` integer NOT NULL,
	`universe_id` integer NOT NULL,
	`ccu` integer NOT NULL,
	`visits` integer NOT NULL,
	`favorites` integer NOT NULL,
	`likes` integer,
	`dislikes` integer,
	PRIMARY KEY(`minute`, `universe_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sample_by_universe` ON `sample` (`universe_id`,`minute`);--> statement-breakpoint
CREATE TABLE `schedule` (
	`universe_id` integer NOT NULL,
	`since` integer NOT NULL,
	`interval` integer NOT NULL,
	PRIMARY KEY(`universe_id`, `since`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tick_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`minute` integer NOT NULL,
	`clock_was_wrong` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `universe` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`root_place_id` integer NOT NULL,
	`updated_at` integer,
	`condition` text NOT NULL
);
