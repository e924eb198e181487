UPDATE `notice` SET `state` = 'dead_letter' WHERE `state` = 'parked';--> statement-breakpoint
UPDATE `notice_state` SET `state` = replace(replace(replace(`state`, '"toldSince":', '"notifiedSince":'), '"toldAt":', '"notifiedAt":'), '"marks":', '"baselineWindow":') WHERE `kind` = 'alert';--> statement-breakpoint
UPDATE `notice_state` SET `state` = replace(`state`, '"toldAt":', '"notifiedAt":') WHERE `kind` = 'record';--> statement-breakpoint
UPDATE `notice_state` SET `state` = replace(`state`, '"isTold":', '"isNotified":') WHERE `kind` = 'status';--> statement-breakpoint
UPDATE `setting` SET `key` = 'poller.overdue_informed_at' WHERE `key` = 'poller.overdue_told_at';
