CREATE TABLE `wall_link` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`secret` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wall_link_secret_unique` ON `wall_link` (`secret`);--> statement-breakpoint
CREATE INDEX `wall_link_by_account` ON `wall_link` (`account_id`);