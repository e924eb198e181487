CREATE TABLE `hour_samples` (
	`number` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`data` blob NOT NULL
);
