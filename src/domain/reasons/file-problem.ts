// Why a file cannot be the database of Headcount.

/** Texts that follow the name of the file. */
export const FILE_PROBLEMS = {
  foreign: 'is a database of another program',
  'not a database': 'is not a SQLite database',
  damaged: 'is damaged: its list of tables cannot be read',
  folder: 'is a folder',
  'not a file': 'is not a regular file',
  unreadable: 'may not be read by the user who runs Headcount',
} as const

export type FileProblem = keyof typeof FILE_PROBLEMS

/**
 * A file that cannot be read as a database may be a damaged one of Headcount; all others belong to other programs.
 */
export const mayBeDamaged = (problem: FileProblem): problem is 'not a database' | 'damaged' =>
  problem === 'not a database' || problem === 'damaged'
