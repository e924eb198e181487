CREATE TABLE `share_link` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`game_id` integer NOT NULL,
	`secret` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_link_secret_unique` ON `share_link` (`secret`);--> statement-breakpoint
CREATE INDEX `share_link_by_game` ON `share_link` (`game_id`);