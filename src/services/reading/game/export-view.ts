// Exports the series of a game for a viewer of its page: strangers get only public data (DATA-13).

import type { SampleExport } from '../../../domain/sample-file.js'
import type { LocalDateRange } from '../../../domain/time/local-days.js'
import type { createExportSamples } from '../export/export-samples.js'
import { withoutInternalIds } from '../public-games.js'
import type { GameViewer } from './describe-game.js'

interface Deps {
  readonly exportSamples: ReturnType<typeof createExportSamples>
}

export function createExportView({ exportSamples }: Deps) {
  return async function exportShown(
    { account, game, isOwn }: GameViewer,
    range: LocalDateRange,
  ): Promise<SampleExport> {
    const exported = await exportSamples(account, game, range)
    return isOwn ? exported : { ...exported, game: withoutInternalIds(game), revenue: new Map() }
  }
}
