CREATE TABLE `request_count` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `revenue` (
	`game_id` integer NOT NULL,
	`day` integer NOT NULL,
	`amount` real NOT NULL,
	PRIMARY KEY(`game_id`, `day`),
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
