ALTER TABLE `damaged_segment` ADD `rollup` blob;--> statement-breakpoint
ALTER TABLE `damaged_segment` ADD `last_minute` integer;