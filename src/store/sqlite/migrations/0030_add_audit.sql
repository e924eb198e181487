CREATE TABLE `audit_entry` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`account_id` integer,
	`origin` text NOT NULL,
	`user_id` text,
	`name` text,
	`address` text,
	`action` text NOT NULL,
	`subject` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entry_by_account` ON `audit_entry` (`account_id`,`id`);--> statement-breakpoint
ALTER TABLE `notice_rule` ADD `is_paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `audit_entry_is_kept` BEFORE DELETE ON `audit_entry` BEGIN SELECT RAISE(ABORT, 'audit entries are only added'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entry_is_unchanged` BEFORE UPDATE ON `audit_entry` BEGIN SELECT RAISE(ABORT, 'audit entries are only added'); END;
