CREATE TABLE `secret` (
	`name` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`sealed` blob NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `login_link` ADD `is_operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `is_operator` integer DEFAULT false NOT NULL;