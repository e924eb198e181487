// Entity tags that are not made of the bytes of the answer (API-46, API-47).

import { createHash, randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { z } from 'zod'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { AccountExport } from '../../services/reading/export/export-samples.js'
import { mapInTurns } from '../../services/reading/in-turns.js'
import { RECORD_BATCH_SIZE } from '../json-parts.js'
import { TAG_LENGTH } from '../send-json.js'
import type { EndpointInput } from './endpoint.js'

/** Versions of data start again with the process, so tags of an earlier process must not match. */
const PROCESS = randomUUID()

/** A weak tag of the parts and of all records, which may be thousands. */
export async function recordsTag(records: readonly unknown[], ...parts: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([PROCESS, ...parts]))
  await mapInTurns(records, RECORD_BATCH_SIZE, (record) => void hash.update(JSON.stringify(record)))
  return `W/"${hash.digest('base64').slice(0, TAG_LENGTH)}"`
}

const hashOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, TAG_LENGTH)

/**
 * A strong tag of an export, from all that its bytes depend on. A compressed answer has other bytes, which depend on
 * what the client accepts.
 */
export function exportTag(request: Request, format: string, exported: AccountExport): string | undefined {
  const { game, range, resolution, revenue, version } = exported
  if (version === undefined) return undefined
  const accepted = request.headers['accept-encoding'] ?? ''
  const { id, name, universeId } = game
  return `"${hashOf([PROCESS, version, id, name, universeId, range, resolution, [...revenue], format, accepted])}"`
}

/** Whose samples a tag depends on. */
export type VersionReader = Pick<EndpointInput<z.ZodObject, z.ZodObject>, 'caller' | 'services'>

/** The versions of the samples of these universes that the caller can read (API-47). */
export function visibleVersions(
  { caller, services }: VersionReader,
  universeIds: readonly number[],
): Promise<readonly string[]> {
  const { intervalMinutes } = readingPlan(caller.account, services.plans, services.clock.now())
  return services.dataVersions.all(universeIds, intervalMinutes)
}

/** A weak tag of the inputs of an answer, which change with new data and not with every minute. */
export const dataTag = (...parts: readonly unknown[]): string => `W/"${hashOf([PROCESS, ...parts])}"`
