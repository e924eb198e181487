// The preview pictures of public pages without a chart: the title of the page, and what it says or the games that it lists.
import { z } from 'zod'
import type { CardRow } from '../../../charts/cards/card-input.js'
import { rejection } from '../../../domain/error.js'
import { countedAddress } from '../../address.js'
import { gatherLiveRanking } from '../components/ranking/live-ranking.js'
import { page } from '../define.js'
import { MAX_PICTURES_PER_MINUTE, PREVIEW } from '../game/picture.js'
import type { FileResponse, RequestContext } from '../page.js'
import { CARD_NAMES, type CardName } from './link-preview.js'

interface CardContent {
  readonly title: string
  readonly text: string
  readonly rows: readonly CardRow[]
}

async function contentOf(name: CardName, context: RequestContext): Promise<CardContent> {
  const { front, rankings, status, reference } = context.catalog.web
  if (name === 'front') return { title: front.lead, text: front.what, rows: [] }
  if (name === 'status') return { title: status.title, text: status.description, rows: [] }
  if (name === 'docs') return { title: reference.title, text: reference.description, rows: [] }
  return { title: rankings.title.ccu, text: rankings.description, rows: await rowsOf(context) }
}

async function rowsOf(context: RequestContext): Promise<CardRow[]> {
  const { catalog } = context
  const { rows } = await gatherLiveRanking(context)
  return rows.map(({ name, rank, players }) => ({
    name: rank === null ? name : `${catalog.number(rank)}. ${name}`,
    value: players === null ? catalog.nothing : catalog.web.sharing.playing(catalog.number(players)),
  }))
}

export const card = page({
  path: '/preview/:file',
  access: 'public',
  limit: MAX_PICTURES_PER_MINUTE,
  params: z.object({ file: z.string() }),
  handle: async (context): Promise<FileResponse> => {
    const name = CARD_NAMES.find((one) => context.params.file === `${one}.png`)
    if (name === undefined) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
    const content = await contentOf(name, context)
    const key = `card ${JSON.stringify(content)}`
    return {
      send: async (response) => {
        const { product } = context.catalog.web.frame
        const png = await context.pictures.of(key, countedAddress(response.req.ip), (painter) =>
          painter.paint({ kind: 'card', product, ...content, theme: 'light', ...PREVIEW }),
        )
        response.type('png').send(png)
      },
    }
  },
})
