ALTER TABLE `notice_route` ADD `role_id` text;--> statement-breakpoint
ALTER TABLE `notice_route` ADD `quiet_hours` text;--> statement-breakpoint
ALTER TABLE `notice_route` ADD `muted_until` integer;--> statement-breakpoint
ALTER TABLE `notice_route` ADD `is_published` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `notice_route` ADD `in_threads` integer DEFAULT false NOT NULL;