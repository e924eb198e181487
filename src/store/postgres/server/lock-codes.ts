// The numbers of all advisory locks of the program, so that none is used twice: in PostgreSQL, one with the same number is the same lock.

/** Of one migration at a time. */
export const MIGRATION_LOCK_CODE = 4_839_021
/** The first number of the locks that a transaction takes which writes series; the second one is a shard of universes. */
export const SERIES_LOCK_CODE = 4_839_022
/** Under it, partitions of head rows are made and dropped. */
export const PARTITION_LOCK_CODE = 4_839_023
/** Shared by the processes that have the database open; a move takes it alone. */
export const USE_LOCK_CODE = 4_839_024

/** The first numbers of the locks of sessions. Of those that sample, and of the shards that each of them samples. */
export const [SAMPLER_LOCK_CODE, SHARD_LOCK_CODE] = [4_839_031, 4_839_032]
/** Of tasks that one process does for all. */
export const TASK_LOCK_CODE = 4_839_033
/** Of those that open shards of the gateway, of these shards, and of the one process that may take some. */
export const [OPENER_LOCK_CODE, GATEWAY_LOCK_CODE, GATEWAY_TURN_CODE] = [4_839_034, 4_839_035, 4_839_036]
