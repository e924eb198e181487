CREATE TABLE `import_cadence` (
	`universe_id` integer NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	`interval` integer NOT NULL,
	PRIMARY KEY(`universe_id`, `from_minute`)
) WITHOUT ROWID;
