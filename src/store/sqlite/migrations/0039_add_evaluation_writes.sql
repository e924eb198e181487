CREATE TABLE `evaluation_write` (
	`id` integer PRIMARY KEY NOT NULL,
	`minute` integer NOT NULL,
	`created_at` integer NOT NULL,
	`content` text NOT NULL
);
