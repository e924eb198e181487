CREATE TABLE `game_icon` (
	`universe_id` integer PRIMARY KEY NOT NULL,
	`address` text,
	`file_name` text,
	`due_at` integer NOT NULL,
	`small` blob,
	`large` blob
);
--> statement-breakpoint
CREATE UNIQUE INDEX `game_icon_file_name_unique` ON `game_icon` (`file_name`);