ALTER TABLE `guild_setting` ADD `quiet_from` integer;--> statement-breakpoint
ALTER TABLE `guild_setting` ADD `quiet_until` integer;--> statement-breakpoint
ALTER TABLE `guild_setting` ADD `lets_urgent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `batch_id` integer;--> statement-breakpoint
CREATE INDEX `notice_by_batch` ON `notice` (`batch_id`) WHERE batch_id IS NOT NULL;