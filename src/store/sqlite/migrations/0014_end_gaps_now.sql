-- By hand: no gap ends after the current minute. This machine's clock may be wrong at this moment, and nobody has checked it.
-- So the cursors go back with the gaps: what is cut off is accounted for anew. Nothing before the last sample is touched, for
-- time is later than that, whatever a clock that is behind says. What a clock that is ahead leaves uncut, the service cuts
-- once the platform has told it the time.
DELETE FROM `gap` WHERE `from_minute` > (SELECT max(unixepoch() / 60, coalesce((SELECT max(`minute`) FROM `sample`), 0), coalesce((SELECT max(`last_minute`) FROM `series`), 0)));
--> statement-breakpoint
UPDATE `gap` SET `until_minute` = 1 + (SELECT max(unixepoch() / 60, coalesce((SELECT max(`minute`) FROM `sample`), 0), coalesce((SELECT max(`last_minute`) FROM `series`), 0)))
	WHERE `until_minute` > 1 + (SELECT max(unixepoch() / 60, coalesce((SELECT max(`minute`) FROM `sample`), 0), coalesce((SELECT max(`last_minute`) FROM `series`), 0)));
--> statement-breakpoint
UPDATE `tick_cursor` SET `minute` = (SELECT max(unixepoch() / 60, coalesce((SELECT max(`minute`) FROM `sample`), 0), coalesce((SELECT max(`last_minute`) FROM `series`), 0)))
	WHERE `minute` > (SELECT max(unixepoch() / 60, coalesce((SELECT max(`minute`) FROM `sample`), 0), coalesce((SELECT max(`last_minute`) FROM `series`), 0)));
--> statement-breakpoint
-- What was remembered of the games belongs to times that never were: they are evaluated as after a pause.
UPDATE `notice_state` SET `is_resumed` = 1 WHERE (SELECT `minute` FROM `notice_cursor`) > (SELECT `minute` FROM `tick_cursor`) + 5;
--> statement-breakpoint
UPDATE `notice_cursor` SET `minute` = (SELECT `minute` FROM `tick_cursor`) WHERE `minute` > (SELECT `minute` FROM `tick_cursor`) + 5;
