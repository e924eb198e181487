CREATE TABLE `tick_samples` (
	`id` integer PRIMARY KEY NOT NULL,
	`minute` integer NOT NULL,
	`samples` integer NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tick_samples_by_minute` ON `tick_samples` (`minute`);--> statement-breakpoint
-- By hand: rows of open hours become ticks at the next start.
INSERT INTO `setting` (`key`, `value`) SELECT 'series.rows_left', 'true' WHERE EXISTS (SELECT 1 FROM `sample`);
