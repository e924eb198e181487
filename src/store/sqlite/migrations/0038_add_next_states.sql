-- By hand: WITHOUT ROWID.
CREATE TABLE `notice_state_next` (
	-- The states of a large evaluation before its commit. They count once notice_cursor is at their minute; at a start, they are
	-- moved to notice_state, or removed where the evaluation was not committed.
	`game_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`minute` integer NOT NULL,
	PRIMARY KEY(`game_id`, `kind`),
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
