// A disk that hangs must keep neither health nor other reads of files waiting.
import { expect, it } from 'vitest'
import type { FolderContents } from '../../src/domain/ports/backups.js'
import { createFolderWatch } from '../../src/services/operator/copies/backup-folder-watch.js'

it('a folder whose disk hangs is looked into once, counts as silent, and is read again once it answers [PROCESS-27]', async () => {
  const answers: ((contents: FolderContents) => void)[] = []
  const read = () => new Promise<FolderContents>((resolve) => answers.push(resolve))
  const watch = createFolderWatch({ read }, 0)
  for (let looks = 0; looks < 3; looks++) expect(await watch.look()).toEqual({ problem: 'unresponsive' })
  await expect(watch.requireAnswer()).rejects.toMatchObject({
    options: { reason: { name: 'backup folder unresponsive' } },
  })
  expect(answers).toHaveLength(1)
  answers[0]?.({ copies: [], indexes: new Set() })
  await new Promise(setImmediate)
  void watch.look()
  expect(answers).toHaveLength(2)
})
