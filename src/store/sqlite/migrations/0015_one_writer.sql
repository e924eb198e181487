DROP TABLE `change`;--> statement-breakpoint
DROP TABLE `series_change`;