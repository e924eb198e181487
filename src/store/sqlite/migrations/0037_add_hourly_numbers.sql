-- By hand: WITHOUT ROWID, and the comment. It moves the last page of the schema before those of data in a backup, so that one that lost its
-- end can be read (test/cli/samples/damaged-copies.test.ts).
CREATE TABLE `hourly_numbers` (
	-- A copy: the numbers that are computed once an hour of each game, so that a start need not compute them again.
	-- What rewrites the samples of a universe deletes its rows in the same transaction.
	`universe_id` integer NOT NULL,
	`game_id` integer NOT NULL,
	`kind` integer NOT NULL,
	`hour` integer NOT NULL,
	`basis` text NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`universe_id`, `game_id`, `kind`)
) WITHOUT ROWID;
