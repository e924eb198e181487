CREATE TABLE `damaged_segment` (
	`key` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rollup` (
	`key` integer PRIMARY KEY NOT NULL,
	`samples` integer NOT NULL,
	`slot` integer NOT NULL,
	`data` blob
);
--> statement-breakpoint
CREATE INDEX `rollup_spoilt` ON `rollup` (`key`) WHERE data IS NULL;--> statement-breakpoint
CREATE TABLE `segment` (
	`key` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `series` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`universe_id` integer NOT NULL,
	`first_minute` integer NOT NULL,
	`last_minute` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_universe_id_unique` ON `series` (`universe_id`);--> statement-breakpoint
CREATE TABLE `series_change` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`universe_id` integer,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `sample_by_universe`;--> statement-breakpoint
-- By hand: rows that are here now are folded at the first start, before anything is read.
INSERT INTO `setting` (`key`, `value`) SELECT 'series.rows_until', CAST((SELECT max(`minute`) + 1 FROM `sample`) AS TEXT)
	WHERE EXISTS (SELECT 1 FROM `sample`);
