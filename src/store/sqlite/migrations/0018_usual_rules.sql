CREATE TABLE `expected_span` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`game_id` integer NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `game`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `expected_span_once` ON `expected_span` (`game_id`,`from_minute`,`until_minute`);--> statement-breakpoint
ALTER TABLE `notice_rule` ADD `minutes` integer;--> statement-breakpoint
INSERT INTO `setting` (`key`, `value`) SELECT 'rules.moved_to_usual', json_group_array(`id`) FROM `notice_rule` WHERE `metric` = 'ccu' AND `readings` = 10 AND `cooldown_minutes` = 360 AND `quiet_hours` IS NULL AND `role_id` IS NULL AND json_extract(`condition`, '$.is') = 'changed' AND json_extract(`condition`, '$.by') = -50 AND json_extract(`condition`, '$.unit') = 'percent' HAVING count(*) > 0;--> statement-breakpoint
UPDATE `notice_rule` SET `condition` = '{"is":"unusual","by":-30}', `readings` = 1, `minutes` = 10 WHERE `metric` = 'ccu' AND `readings` = 10 AND `cooldown_minutes` = 360 AND `quiet_hours` IS NULL AND `role_id` IS NULL AND json_extract(`condition`, '$.is') = 'changed' AND json_extract(`condition`, '$.by') = -50 AND json_extract(`condition`, '$.unit') = 'percent';
