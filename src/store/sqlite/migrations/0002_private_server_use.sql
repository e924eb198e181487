CREATE TABLE `private_server_use` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`uses` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
