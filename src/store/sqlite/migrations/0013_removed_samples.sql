CREATE TABLE `correct_time` (
	`id` integer PRIMARY KEY NOT NULL,
	`ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `removed_segment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`universe_id` integer NOT NULL,
	`week` integer NOT NULL,
	`slot` integer NOT NULL,
	`samples` integer NOT NULL,
	`removed_at` integer NOT NULL,
	`bytes` integer NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `removed_segment_by_week` ON `removed_segment` (`universe_id`,`week`);--> statement-breakpoint
CREATE INDEX `removed_segment_by_age` ON `removed_segment` (`removed_at`,`bytes`,`samples`);--> statement-breakpoint
CREATE TABLE `restored_week` (
	`universe_id` integer NOT NULL,
	`week` integer NOT NULL,
	`restored_at` integer NOT NULL,
	PRIMARY KEY(`universe_id`, `week`)
);
