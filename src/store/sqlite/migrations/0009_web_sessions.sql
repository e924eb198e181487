CREATE TABLE `login_link` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`role` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`discord_user_id` text,
	`account_id` integer,
	`role` text,
	`name` text,
	`browser` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_hash_unique` ON `session` (`hash`);--> statement-breakpoint
CREATE INDEX `session_by_user` ON `session` (`discord_user_id`);--> statement-breakpoint
CREATE INDEX `session_by_account` ON `session` (`account_id`);--> statement-breakpoint
ALTER TABLE `game` ADD `is_public` integer DEFAULT false NOT NULL;